/** One cell at least. After each part the white space is taken at once: no two quantifiers compete for the same spaces. */
const RULE = /^[ \t]*(?:\|[ \t]*)?(?::?-+:?[ \t]*(?:\|[ \t]*|$))+$/

/** Whether a line is the one under a table's head: `| --- | :-: |`. A line of dashes alone is one too. */
export const isTableRule = (line: string): boolean => RULE.test(line)
