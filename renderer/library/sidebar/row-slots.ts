/**
 * Which element draws which row. A row keeps its element as long as it is drawn, so that focus, a menu and a name that is
 * being typed stay where they are; a row that comes into sight takes one over from a row that went. To change the words
 * of an element costs a fraction of making one, and while a large tree goes by every row is another one in every frame.
 */
interface RowSlots {
  /**
   * The elements of the rows that are drawn now, in their order. That of the row `focused` goes with it: else the focus
   * would stay, on a row to which nobody took it.
   */
  assign(ids: readonly string[], focused: string | null): readonly number[]
}

export function createRowSlots(): RowSlots {
  let drawn: ReadonlyMap<string, number> = new Map()
  let made = 0
  return {
    assign(ids, focused) {
      const wanted = new Set(ids)
      const free = [...drawn].filter(([id]) => !wanted.has(id) && id !== focused).map(([, slot]) => slot)
      const slots = ids.map((id) => drawn.get(id) ?? free.shift() ?? made++)
      drawn = new Map(ids.map((id, index) => [id, slots[index] ?? 0]))
      return slots
    },
  }
}
