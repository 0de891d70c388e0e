/** Whether both names belong to the same tag: a service ignores case and Unicode form. */
export const isSameTagName = (a: string, b: string): boolean => folded(a) === folded(b)

const folded = (name: string): string => name.trim().normalize('NFC').toLowerCase()
