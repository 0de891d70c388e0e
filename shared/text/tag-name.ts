/** Names of tags are unique, without regard to case and Unicode form: under both names a service has one tag. */
export const isSameTagName = (a: string, b: string): boolean => folded(a) === folded(b)

const folded = (name: string): string => name.trim().normalize('NFC').toLowerCase()
