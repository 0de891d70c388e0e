import { expect } from 'vitest'
import { WORDS, type Exchange, type Operation, type Seen } from './fault-cells'

/** These checks define the phrases of the table in `main/sync/README.md` as observable behaviour. */
const writes = ({ exchanges }: Seen) => exchanges.filter(({ method }) => method !== 'GET')
const methods = ({ exchanges }: Seen) => {
  const from = exchanges.findIndex(({ method }) => method !== 'GET')
  return exchanges.slice(from).map(({ method }) => method)
}
const titleIn = ({ body }: Exchange) => (JSON.parse(body) as { title?: string }).title
const textThere = ({ there }: Seen, text = WORDS) => there.filter(([, words]) => words === text).length

export type Check = (seen: Seen) => void
const NO_SEARCH = 'this service has no search by meaning'

const waits: Check = (seen) => {
  expect(seen.waiting).toHaveLength(1)
  if (seen.phase !== 'clean') expect(seen.phase).toBe('queued')
}
const waitsAfterOne: Check = (seen) => {
  waits(seen)
  expect(writes(seen)).toHaveLength(1)
}
/** The same request is repeated. If nothing arrived, a create may have another key. */
const repeats: Check = (seen) => {
  waits(seen)
  const sent = writes(seen)
  expect(sent.length).toBeGreaterThanOrEqual(2)
  for (const field of ['body', 'guard'] as const)
    expect([...new Set(sent.map((one) => one[field]))], field).toHaveLength(1)
}
const readsFirst: Check = (seen) => {
  expect(methods(seen).slice(0, 2)).toEqual([writes(seen)[0]!.method, 'GET'])
}
/** The request may be skipped if the connection is known to be bad. */
const readsFirstIfSent: Check = (seen) => {
  if (writes(seen).length > 0) readsFirst(seen)
}
const asks: Check = (seen) => {
  expect(seen.waiting).toMatchObject([{ state: 'needs-you' }])
}
const refused: Check = (seen) => {
  asks(seen)
  expect(seen.waitingAtEnd).toHaveLength(1)
}
export const landed: Check = (seen) => {
  expect(textThere(seen)).toBe(1)
  expect(seen.phaseAtEnd).toBe('clean')
}
const gone: Check = (seen) => {
  expect(seen.there.map(([title]) => title)).toEqual(['Another'])
  expect(seen.titles).toEqual(['Another'])
}
const made: Check = (seen) => expect(seen.folders.filter((name) => name === 'New')).toHaveLength(1)
const renamed: Check = (seen) => expect(seen.folders).toEqual(['Parts'])
const shown: Check = (seen) => expect([...seen.titles].sort()).toEqual(['Another', 'Essay'])
const here: Check = (seen) => {
  expect(seen.hits).toBeGreaterThan(0)
  expect(seen.notice).toMatch(/^On this device: ./)
  expect(seen.notice).not.toContain(NO_SEARCH)
}
const both =
  (...checks: readonly Check[]): Check =>
  (seen) => {
    for (const check of checks) check(seen)
  }
const nothingWritten: Check = (seen) => expect(writes(seen)).toEqual([])

export const CHECKS: Readonly<Record<Operation, Readonly<Record<string, Check>>>> = {
  create: {
    'looked for; not there: the same key and bytes where keys are honoured, else after two time-outs (W17)':
      both(readsFirst, landed, (seen) => {
        const sent = writes(seen)
        expect(new Set(sent.map(({ body, key }) => `${key} ${body}`)).size).toBe(1)
      }),
    'stays here': waitsAfterOne,
    'tried again later': both(repeats, landed),
    'unfrozen, not sent': both(refused, (seen) => {
      expect(seen.phase).toBe('rejected')
      expect(textThere(seen)).toBe(0)
      expect(new Set(writes(seen).map(({ key }) => key)).size).toBe(writes(seen).length)
    }),
    unfrozen: both(landed, (seen) => {
      const [first, second] = writes(seen)
      expect([titleIn(first!), titleIn(second!)]).toEqual(['New', WORDS])
      expect(first!.key).not.toBe(second!.key)
    }),
    'followed where the method stays': both(landed, (seen) =>
      expect(writes(seen).map(({ body, query }) => [body, query])).toEqual([
        [writes(seen)[0]!.body, ''],
        [writes(seen)[0]!.body, '?again=1'],
      ]),
    ),
    'not followed, key not sent': both(waits, landed, (seen) => backsOff(seen)),
    unknown: both(readsFirst, landed),
  },
  edit: {
    'stays here': both(waits, (seen) => expect(new Set(writes(seen).map(({ guard }) => guard)).size).toBe(1)),
    'read first; ours: adopted (W7)': both(readsFirst, landed),
    'stays here; a refused field parks (W2)': waitsAfterOne,
    'fields park, the text goes alone': both(waits, landed, (seen) => {
      const [first, ...others] = writes(seen)
      expect(titleIn(first!)).toBe('Essays')
      for (const other of others) expect(titleIn(other)).toBeUndefined()
    }),
    'read; gone: Needs your decision (W11)': both(asks, (seen) => {
      expect(seen.phase).toBe('conflicted')
      expect(writes(seen).length).toBeLessThanOrEqual(1)
    }),
    'read first': both(readsFirst, landed),
    'read, merge, send again; a clash asks (C5)': (seen) => {
      expect(methods(seen)).toEqual(['PUT', 'GET', 'GET', 'PUT'])
      expect(textThere(seen, `${WORDS}\n\nThree.`)).toBe(1)
    },
    'not sent as it stands': both(refused, (seen) => {
      expect(seen.phase).toBe('rejected')
      expect(textThere(seen)).toBe(0)
    }),
    'field parks, text goes alone (W2)': both(landed, (seen) =>
      expect(writes(seen).map(titleIn)).toEqual(['Essays', undefined]),
    ),
    'read for the ETag, sent again': both(landed, (seen) =>
      expect(methods(seen)).toEqual(['PUT', 'GET', 'PUT']),
    ),
    'followed where the method stays': both(landed, (seen) => expect(methods(seen)).toEqual(['PUT', 'PUT'])),
    'not followed, key not sent': both(waits, landed),
    unknown: both(readsFirst, landed),
    'not taken in, nothing is written': nothingWritten,
  },
  delete: {
    'mark stays': both(waits, (seen) => expect(seen.titles).toEqual(['Another'])),
    'read first; 404: done': both(readsFirstIfSent, gone),
    'read first': both(readsFirst, gone),
    'read; 404 again: done': both(gone, (seen) => expect(seen.waiting).toEqual([])),
    'text as base: sent again; else asked': both(asks, (seen) => {
      expect(seen.phase).toBe('conflicted')
      expect(seen.there).toHaveLength(2)
    }),
    'needs the writer': refused,
    'read for the ETag, sent again': gone,
    'followed where the method stays': gone,
    'not followed, key not sent': both(waits, (seen) => expect(seen.titles).toEqual(['Another'])),
    unknown: both(readsFirst, gone),
    'not taken in, nothing is written': nothingWritten,
  },
  'create a row': {
    'stays here': waits,
    'as a document; a tag also by its name': both(made, (seen) =>
      expect(new Set(writes(seen).map(({ key, body }) => `${key} ${body}`)).size).toBe(1),
    ),
    'needs the writer': refused,
    'tried again later': both(waits, repeats, made),
    unknown: made,
    'followed where the method stays': made,
    'not followed, key not sent': both(waits, made),
    'nothing is written': nothingWritten,
  },
  'create a tag': {
    'a taken tag name: that tag is adopted': (seen) => {
      expect(seen.tags).toEqual(['sea'])
      expect(seen.waiting).toEqual([])
    },
  },
  'change a row': {
    'stays here': waits,
    'read first; as sent: adopted': both(readsFirstIfSent, renamed),
    'needs the writer': refused,
    'read; gone: asked, or removed': (seen) => expect(seen.folders).not.toContain('Parts'),
    'read first': both(readsFirst, renamed),
    'read, fields merged; a clash asks': renamed,
    'read for the ETag, sent again': both(readsFirst, renamed),
    'followed where the method stays': renamed,
    'not followed, key not sent': both(waits, renamed),
    unknown: both(readsFirst, renamed),
    'nothing is written': nothingWritten,
  },
  read: {
    'what is here is shown': shown,
    'nothing is taken for deleted': shown,
    'that list is left out': shown,
    'as a failed read': shown,
    'a deletion only while another known document reads well': shown,
    'no deletion': shown,
    'a page: asked for in smaller ones': shown,
    'asked without `per_page`': both(shown, (seen) => {
      const lists = seen.exchanges.filter(({ path: where }) => where === '/documents')
      expect(lists[0]!.query).toContain('per_page')
      expect(lists[1]!.query).not.toContain('per_page')
    }),
    waits: both(shown, (seen) => expect(seen.reach).toBe('throttled')),
    followed: shown,
    'not followed': shown,
    'smaller pages; one row that is too large is left out': shown,
    'left out': shown,
  },
  search: {
    'searched on this device': here,
    'on this device': here,
    'on this device, labelled': here,
    'no search here': (seen) => expect(seen.notice).toContain(NO_SEARCH),
    shown: (seen) => expect([seen.hits, seen.notice]).toEqual([-1, 'Bad.']),
    followed: (seen) => expect(seen.exchanges.map(({ query }) => query)).toEqual(['', '?again=1']),
  },
}

/** The milliseconds between consecutive writes. */
const gaps = (seen: Seen) =>
  writes(seen).flatMap(({ atMs }, at, all) => (at === 0 ? [] : atMs - all[at - 1]!.atMs))
const backsOff: Check = (seen) => {
  const waited = gaps(seen).filter((gap) => gap > 0)
  expect(waited).toEqual([1_000, 2_000, 4_000].slice(0, waited.length))
}
const atOnce: Check = (seen) => expect(gaps(seen)).toEqual([0])
const tried: Check = (seen) => expect(writes(seen)).toHaveLength(1)
const why = ({ waiting }: Seen) => waiting[0]?.why

/**
 * The status shown to the writer, and the next attempt: for an edit, or for a search if only a search can meet the
 * fault.
 */
export const ABOUT: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  'what the writer reads': {
    'On this device · Offline': (seen) => expect([seen.phase, seen.reach]).toEqual(['queued', 'offline']),
    'Checking, then Saved': (seen) => expect(seen.phase).toBe('clean'),
    Offline: (seen) => expect(seen.reach).toBe('offline'),
    'Key not accepted, once': (seen) => expect(seen.reach).toBe('unauthorized'),
    'On this device, with the ability': (seen) => expect(why(seen)).toBe('This key may not write documents.'),
    'The account is being deleted': (seen) => expect(why(seen)).toBe('The account is being deleted'),
    'On this device: search quota used up': (seen) =>
      expect(seen.notice).toBe('On this device: search quota used up'),
    "the service's words": (seen) => expect(why(seen)).toContain('Not today.'),
    'Deleted elsewhere, or the question': (seen) =>
      expect(why(seen)).toBe('Needs attention: deleted elsewhere'),
    Checking: (seen) => expect(seen.phase).toBe('clean'),
    'Checking, Merged, or Needs your decision': (seen) => expect(seen.phase).toBe('clean'),
    "Not accepted, with the service's words": (seen) => expect(why(seen)).toBe('Not accepted: Too large.'),
    'parked field shown; Saved': (seen) => expect(seen.phase).toBe('clean'),
    'nothing (C3)': (seen) => expect(seen.codes).toEqual([]),
    'Waiting (n s)': (seen) =>
      expect([seen.reach, seen.waiting]).toMatchObject([
        'throttled',
        [{ why: 'The service asked to wait', retryAt: expect.any(Number) as number }],
      ]),
    nothing: (seen) => expect(seen.codes).toEqual([]),
    "the other host's name": (seen) => expect(seen.message).toContain('(elsewhere.test)'),
    'too large to be read': (seen) => expect(seen.message).toContain('too large to be read'),
    'another account answers': (seen) => expect(seen.message).toContain('account'),
  },
  'tried next': {
    '1, 2, 4, 8, 16 s, then every 5 min; at once when it is back': both(backsOff, landed),
    'nothing, until the key changes (D3)': both(tried, (seen) => expect(seen.waitingAtEnd).toHaveLength(1)),
    'at a change of key, or Retry': tried,
    'one question in 5 min': tried,
    'after `Retry-After`, else 5 min (E3)': tried,
    'as without a connection; a row at Retry': backsOff,
    'as a cut': both(backsOff, landed),
    'at once; twice the same ETag: stop (W19)': atOnce,
    'when it is shorter, or Retry': refused,
    'when the field is edited': atOnce,
    'at once': atOnce,
    "after `Retry-After`, in seconds or a date read against the answer's `Date`, at most an hour; else 30 s":
      both(tried, landed),
    'at once, five times at most': atOnce,
    'up to five known documents are read (C7)': (seen) => {
      const read = new Set(
        seen.exchanges.flatMap(({ path: where }) => (/^\/documents\/\d+$/.test(where) ? where : [])),
      )
      expect(read.size).toBeGreaterThan(0)
      nothingWritten(seen)
    },
  },
}
