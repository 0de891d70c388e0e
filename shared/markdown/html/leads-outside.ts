/** Whether an address leads to the web or to a mailbox: only such links may appear in a text that is read elsewhere. */
export const leadsOutside = (address: string): boolean => /^(?:https?:\/\/|mailto:)/i.test(address)
