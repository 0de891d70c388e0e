import { Facet, type StateCommand } from '@codemirror/state'
import { dayText } from '../../../shared/text/date-text'

/** The clock that dates are read from. */
export const clock = Facet.define<() => Date, () => Date>({
  combine: ([first]) => first ?? (() => new Date()),
})

/** Writes the day of today in place of the selection. */
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
