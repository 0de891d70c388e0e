import { Facet, type StateCommand } from '@codemirror/state'
import { dayText } from '../../../shared/text/date-text'

/** The clock for inserted dates. */
export const clock = Facet.define<() => Date, () => Date>({
  combine: ([first]) => first ?? (() => new Date()),
})

/** Replaces the selection by today's date. */
export const insertDate: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false
  dispatch(
    state.update(state.replaceSelection(dayText(state.facet(clock)())), {
      scrollIntoView: true,
      userEvent: 'input.date',
    }),
  )
  return true
}
