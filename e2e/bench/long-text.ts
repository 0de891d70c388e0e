/** Paragraphs of a thousand words each with a little markdown. */
export function longParagraphs(words: number): string {
  const sentence =
    'The tide was *late* and so was **the ferryman** who took it as [an insult](https://example.org). '
  const paragraph = sentence.repeat(1_000 / 17)
  return Array.from({ length: Math.ceil(words / 1_000) }, () => paragraph).join('\n\n')
}

/** Markdown prose with about this many characters: headings, paragraphs, emphasis, lists, quotations, links. */
export function proseOf(characters: number): string {
  const paragraphs = [
    'The tide was an hour late, and the ferryman, who had *never* been late in his life, took it as a personal insult. He stood at the end of the slip with his cap in his hand.',
    '> Honey of this coast is taxed at the rate of a preserved fish.',
    '- rope, forty fathoms\n- a **ledger**, wet\n- one shoe, a child’s',
    'Nobody had ever [repealed it](https://example.org/law). There had been a customs house once; now there was a wall, and behind the wall a garden where somebody kept bees.',
  ]
  const parts: string[] = []
  for (let length = 0, index = 0; length < characters; index++) {
    const part =
      index % 12 === 0 ? `## Part ${index / 12 + 1}` : (paragraphs[index % paragraphs.length] ?? '')
    parts.push(part)
    length += part.length + 2
  }
  return parts.join('\n\n')
}
