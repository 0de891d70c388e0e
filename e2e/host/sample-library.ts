import { DEFAULT_SETTINGS } from '../../shared/ipc/default-settings'
import type { FileSummary } from '../../shared/ipc/ipc-files'
import type { Folder, Tag } from '../../shared/ipc/ipc-records'
import type { Settings } from '../../shared/ipc/ipc-settings'

/** A document of the library with which tests of the window begin. */
export interface SampleDocument {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly folderId: string | null
  readonly tagIds: readonly string[]
  readonly status: string
  readonly minutesAgo: number
}

export const SAMPLE_FOLDERS: readonly Omit<Folder, 'documents' | 'waiting'>[] = [
  { id: 'f-salt', name: 'The Salt Road', parentId: null, position: 0 },
  { id: 'f-chapters', name: 'Chapters', parentId: 'f-salt', position: 0 },
  { id: 'f-notes', name: 'Notes', parentId: 'f-salt', position: 1 },
  { id: 'f-essays', name: 'Essays', parentId: null, position: 1 },
  { id: 'f-letters', name: 'Letters', parentId: null, position: 2 },
  { id: 'f-translations', name: 'Translations', parentId: null, position: 3 },
]

export const SAMPLE_TAGS: readonly Pick<Tag, 'id' | 'name'>[] = [
  { id: 't-sea', name: 'sea' },
  { id: 't-check', name: 'to check' },
  { id: 't-winter', name: 'winter' },
]

const FERRYMAN = `The tide was an hour late, and the ferryman, who had never been late in his life, took it as a personal insult. He stood at the end of the slip with his cap in his hand and looked at the water the way other men look at a dog that has bitten them.

“It will come,” said the boy.

“It comes when it is *told*,” said the ferryman.

## The customs house

There had been a customs house once. Now there was a wall, and behind the wall a garden where somebody kept bees; and every spring the bees went down to the harbour and drank from the puddles that the sea had left, and came back tasting of salt.

> Honey of this coast is taxed at the rate of a preserved fish.

Nobody had ever repealed it. The ferryman carried eleven jars across each September under a tarpaulin marked *tar*.
`

const WELCOME = `This is a library on your own machine. Everything you type is kept as you type it.

## What you can write

- Plain paragraphs, **strong** and *quiet* words, \`code\`
- [Links](https://example.org), lists, and lists in lists
  - like this one
- Tasks:
  - [x] open the first document
  - [ ] write a second one

1. First
2. Second

| Tide | Height | Remark |
|---|---:|---|
| morning | 4.1 | late |
| evening | 3.8 | on time |

\`\`\`js
const tide = (hours) => Math.sin(hours / 12.4)
\`\`\`

---

That is all there is to know.
`

export const SAMPLE_DOCUMENTS: readonly SampleDocument[] = [
  doc('d-ferryman', 'The ferryman', FERRYMAN, 'f-chapters', ['t-sea'], 'draft', 2),
  doc(
    'd-doors',
    'A house with nine doors',
    'Only eight of them opened. The ninth had been painted shut the winter her mother left.\n\nShe counted them at night the way other children counted sheep.\n\nThere was a key for each.\n',
    'f-chapters',
    [],
    'draft',
    40,
  ),
  doc(
    'd-salt',
    'What the salt kept',
    'Ledger, rope, a child’s shoe. The inventory went on for eleven pages.\n',
    'f-chapters',
    [],
    'draft',
    90,
  ),
  doc(
    'd-low',
    'Low water',
    'At low water you could walk to the island, if you did not mind being looked at.\n',
    'f-chapters',
    [],
    'published',
    60 * 26,
  ),
  doc(
    'd-officer',
    'The customs officer',
    'He weighed everything twice: once for the Crown and once for himself.\n',
    'f-chapters',
    ['t-check'],
    'draft',
    60 * 24 * 9,
  ),
  doc(
    'd-letters',
    'Letters, unsent',
    'Dear M., the harbour froze on Tuesday and I thought of your hands.\n',
    'f-chapters',
    [],
    'draft',
    60 * 24 * 12,
  ),
  doc('d-welcome', 'Welcome', WELCOME, null, [], 'draft', 60 * 24 * 30),
  doc(
    'd-winter',
    'On winter light',
    'It comes in sideways and asks to be let alone.\n\n日本語の一行。\n\nشتاء طويل.\n',
    'f-essays',
    ['t-winter', 't-sea'],
    'draft',
    60 * 24 * 31,
  ),
]

function doc(
  id: string,
  title: string,
  text: string,
  folderId: string | null,
  tagIds: readonly string[],
  status: string,
  minutesAgo: number,
): SampleDocument {
  return { id, title, text, folderId, tagIds, status, minutesAgo }
}

const sampleFile = (id: string, name: string, more: Partial<FileSummary>): FileSummary => ({
  id,
  name,
  alt: '',
  link: `/api/v1/files/${id}/serve`,
  isImage: false,
  isHere: true,
  uses: 0,
  state: 'stored',
  outboxId: `row:file:${id}`,
  ...more,
})

export const SAMPLE_FILES: readonly FileSummary[] = [
  sampleFile('file-map', 'harbour-map.png', {
    isImage: true,
    bytes: 2_140_000,
    isHere: false,
    alt: 'The harbour from above',
  }),
  sampleFile('file-notes', 'interview with the keeper.pdf', { bytes: 384_000 }),
]

export const SAMPLE_SETTINGS: Settings = {
  ...DEFAULT_SETTINGS,
  spelling: false,
  expandedFolders: ['f-salt'],
  openTabs: ['d-ferryman', 'd-low'],
  activeTab: 'd-ferryman',
  listFilter: { folderId: 'f-chapters' },
  connectionId: 'c-1',
}
