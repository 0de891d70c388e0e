const two = (number: number): string => String(number).padStart(2, '0')

/** The day by the writer's clock as `2026-11-24`, which sorts by name. */
export const dayText = (now: Date): string =>
  `${String(now.getFullYear()).padStart(4, '0')}-${two(now.getMonth() + 1)}-${two(now.getDate())}`

/** The time by the writer's clock as `09:05`. */
export const timeText = (now: Date): string => `${two(now.getHours())}:${two(now.getMinutes())}`
