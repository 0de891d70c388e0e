/** Returns numbers from 0 up to `limit`, which depend only on the seed. */
export function dice(seed: number): (limit: number) => number {
  let state = seed | 0
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}

const vocabulary =
  'the a one of to and in that it is was for on with as by at from his her they which this had not are but what all were when we there can an your said if will each about how up out them then she many some so these would other into has more two like him see time could no make than first been its who now people my made over did down only way find use may water long little very after words called just where most know get through back much before go good new write our used me man too any day same right look think also around another came come work three word must because does part even place well such here take why things help put years different away again off went old number great tell men say small every found still between name should home big give air line set own under read last never us left end along while might next sound below saw something thought both few those always looked show large often together asked house world going want school important until form food keep children feet land side without boy once animals life enough took sometimes four head above kind began almost live page got earth need far hand high year mother light country father let night following picture being study second eyes soon times story boys since white days ever paper hard near sentence better best across during today others however sure means knew try told young miles sun ways thing whole hear example heard several change answer room sea against top turned learn point city play toward five using himself usually money seen car morning given trees'.split(
    ' ',
  )

/**
 * Paragraphs of generated prose without line breaks, together about `size` characters with blank lines between them.
 */
export function paragraphs(size: number, seed = 1): string[] {
  const roll = dice(seed)
  const result: string[] = []
  for (let length = 0; length < size; length += result.at(-1)!.length + 2) {
    const sentences = Array.from({ length: 2 + roll(6) }, () => {
      const words = Array.from({ length: 5 + roll(16) }, () => vocabulary[roll(vocabulary.length)]!)
      return `${words[0]![0]!.toUpperCase()}${words.join(' ').slice(1)}.`
    })
    result.push(sentences.join(' '))
  }
  return result
}

/** Breaks a paragraph into lines of at most `width` characters. */
export function wrapped(paragraph: string, width = 72): string {
  return paragraph.replace(new RegExp(`(.{1,${width}})(?: |$)`, 'g'), '$1\n').trimEnd()
}

/**
 * Two versions of a text with `count` edits each, at most one per paragraph: a changed word, an added sentence or
 * paragraph, or a deleted paragraph.
 */
export function twoEdited(
  base: readonly string[],
  count: number,
  seed = 2,
): { mine: string[]; theirs: string[] } {
  const roll = dice(seed)
  const step = Math.floor(base.length / (2 * count))
  const versions = { mine: [...base], theirs: [...base] }
  for (let edit = 0; edit < 2 * count; edit++) {
    const version = edit % 2 === 0 ? versions.mine : versions.theirs
    const at = edit * step + roll(Math.max(1, step - 1))
    const old = base[at]!
    const kind = roll(4)
    if (kind === 0) version[at] = old.replace(' ', ` edit${edit} `)
    else if (kind === 1) version[at] = `${old} A sentence was added as number ${edit}.`
    else if (kind === 2) version[at] = `${old}\n\nA paragraph was added here as number ${edit}.`
    else version[at] = ''
  }
  return versions
}
