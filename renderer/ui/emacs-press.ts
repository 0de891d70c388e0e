const LETTERS = new Set('abdefknopty')

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Whether a press is one of the keys of Emacs, which in the text go before those of the window. */
export const isEmacsPress = ({ key, ctrlKey, metaKey, altKey, shiftKey }: Keys): boolean =>
  ctrlKey && !metaKey && !altKey && !shiftKey && LETTERS.has(key.toLowerCase())
