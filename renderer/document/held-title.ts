import { isBlank, type TitleChannel } from './title-channel'

/** The title of a document as its field shows it. */
interface HeldTitle extends Pick<TitleChannel, 'typed' | 'arrived'> {
  /** Tells whether the writer is in the field. */
  hold(isHeld: boolean): void
}

/**
 * Delays the titles that the main process derives from the first words of an untitled text: if the writer has emptied
 * the field and is still in it, they wait until she leaves.
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
