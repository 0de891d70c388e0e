import { isBlank, type TitleChannel } from './title-channel'

/** The title of a document as its field has it. */
interface HeldTitle extends Pick<TitleChannel, 'typed' | 'arrived'> {
  /** Whether the writer is in the field. */
  hold(isHeld: boolean): void
}

/**
 * Main sends the first words of the text for an empty title. For the writer who has emptied the field and is in it they wait
 * until she has left it.
 */
export function createHeldTitle(channel: Pick<TitleChannel, 'title' | 'typed' | 'arrived'>): HeldTitle {
  let isHeld = false
  let made: string | undefined
  return {
    typed(next) {
      made = undefined
      channel.typed(next)
    },
    arrived(next) {
      if (isHeld && isBlank(channel.title)) made = next
      else channel.arrived(next)
    },
    hold(isIn) {
      isHeld = isIn
      if (isIn || made === undefined) return
      channel.arrived(made)
      made = undefined
    },
  }
}
