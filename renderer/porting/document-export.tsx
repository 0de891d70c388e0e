import { lazy, Suspense, useRef, useState } from 'react'
import type { CommandOutput } from '../../shared/ipc/ipc'
import { HTML_SHAPES, PAPER_MARGINS, PAPER_SIZES, type BookCover } from '../../shared/export-forms'
import type { Beginning, ExportChoice, ExportedWhat } from '../../shared/ipc/ipc-export'
import { counted } from '../../shared/text/counted'
import { Button } from '../ui/button'
import { CheckBox } from '../ui/check-box'
import { Choice } from '../ui/choice'
import {
  EXPORT_FORMS,
  MARGIN_NAMES,
  PAGED,
  PAPER_NAMES,
  SHAPE_NAMES,
  sheetOf,
  SHOWN_WIDTH,
} from './export-forms'
import { LeftList } from './left-list'
import type { ExportParts } from './library-export'
import { useExportCheck } from './use-export-check'
import { Named, Steps, useStep } from './steps'
import { countedAll } from './words'
import styles from './porting.module.css'

/** Loaded on demand, because the first screen does not need it. */
const FirstPage = lazy(async () => ({ default: (await import('./first-page')).FirstPage }))

type Exported = NonNullable<CommandOutput<'document.export'>>

/** Export of documents, a folder or a selection as one file. */
export function DocumentExport(
  props: ExportParts & {
    readonly what: ExportedWhat
    readonly choice: ExportChoice
    readonly onChoice: (choice: ExportChoice) => void
    readonly flush: () => Promise<unknown>
  },
) {
  const { what, choice, choices, onClose, isRunning, during, flush } = props
  const { ask, refusal } = useStep()
  const [done, setDone] = useState<Exported>()

  async function start(): Promise<void> {
    const exported = await during(async () => {
      await flush()
      return ask('document.export', { what, ...choice })
    })
    if (exported != null) setDone(exported)
  }

  return (
    <Steps
      running={isRunning ? 'Exporting' : undefined}
      onClose={onClose}
      refusal={refusal}
      closeLabel={done === undefined ? 'Cancel' : null}
      next={
        done === undefined ? (
          <Button kind="primary" onClick={() => void start()}>
            Export
          </Button>
        ) : (
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        )
      }
    >
      {done === undefined ? (
        <>
          {choices}
          <Details choice={choice} onChoice={props.onChoice} ask={ask} />
          <p>{EXPORT_FORMS[choice.format].use}</p>
          <Before what={what} choice={choice} flush={flush} />
        </>
      ) : (
        <>
          <p role="status">
            Written to <bdi>{done.file}</bdi>.
          </p>
          <Left count={done.leftCount} left={done.left} verb="did" />
        </>
      )}
    </Steps>
  )
}

interface DetailsProps {
  readonly choice: ExportChoice
  readonly onChoice: (choice: ExportChoice) => void
  readonly ask: ReturnType<typeof useStep>['ask']
}

/** The options that only some formats have. */
function Details(props: DetailsProps) {
  const { choice, onChoice } = props
  const { format, paper, margins = 'usual', shape = 'page' } = choice
  return (
    <>
      {PAGED.has(format) ? (
        <Named name="Paper">
          <Choice
            value={paper}
            options={PAPER_SIZES.map((size) => [size, PAPER_NAMES[size]] as const)}
            onChange={(size) => onChoice({ ...choice, paper: size })}
          />
        </Named>
      ) : null}
      {PAGED.has(format) ? (
        <Named name="Margins">
          <Choice
            value={margins}
            options={PAPER_MARGINS.map((one) => [one, MARGIN_NAMES[one]] as const)}
            onChange={(chosen) => onChoice({ ...choice, margins: chosen })}
          />
        </Named>
      ) : null}
      {format === 'pdf' ? (
        <CheckBox
          checked={choice.hyphenates !== false}
          onChange={(hyphenates) => onChoice({ ...choice, hyphenates })}
        >
          Part words at the ends of lines
        </CheckBox>
      ) : null}
      {format === 'epub' ? <Cover {...props} /> : null}
      {format === 'html' ? (
        <Named name="As">
          <Choice
            value={shape}
            options={HTML_SHAPES.map((one) => [one, SHAPE_NAMES[one]] as const)}
            onChange={(chosen) => onChoice({ ...choice, shape: chosen })}
          />
        </Named>
      ) : null}
      {format === 'docx' ? <Styles {...props} /> : null}
    </>
  )
}

/** The cover of a book: words, its first image, or an image of the writer's. */
function Cover({ choice, onChoice, ask }: DetailsProps) {
  const { cover = 'title', coverImage } = choice
  async function choose(value: BookCover | 'other'): Promise<void> {
    if (value !== 'other') return onChoice({ ...choice, cover: value })
    const taken = await ask('cover.choose', undefined)
    if (taken != null) onChoice({ ...choice, cover: 'image', coverImage: taken })
  }
  const isImage = cover === 'image' && coverImage !== undefined
  return (
    <Named name="Cover">
      <Choice
        value={cover === 'image' && !isImage ? 'title' : cover}
        options={[
          ['title', 'Title and author'],
          ['picture', 'The first picture'],
          ...(coverImage === undefined ? [] : [['image', coverImage.name] as const]),
          ['other', 'Another picture…'],
        ]}
        onChange={(value) => void choose(value)}
      />
    </Named>
  )
}

/** The styles of a Word document: Stet's, or those of a document of the writer's, such as a publisher's template. */
function Styles({ choice, onChoice, ask }: DetailsProps) {
  const { styles: chosen, ...others } = choice
  async function choose(value: string): Promise<void> {
    if (value === 'own') return onChoice(others)
    const taken = await ask('word-styles.choose', undefined)
    if (taken != null) onChoice({ ...others, styles: taken })
  }
  return (
    <Named name="Styles">
      <Choice
        value={chosen === undefined ? 'own' : 'chosen'}
        options={[
          ['own', 'Stet’s own'],
          ...(chosen === undefined ? [] : [['chosen', chosen.name] as const]),
          ['other', 'Those of a Word document…'],
        ]}
        onChange={(value) => void choose(value)}
      />
    </Named>
  )
}

/** The content of the file and what will be left out, shown before anything is written. */
function Before(props: {
  readonly what: ExportedWhat
  readonly choice: ExportChoice
  readonly flush: () => Promise<unknown>
}) {
  const checked = useExportCheck({ what: props.what, ...props.choice }, props.flush)
  return (
    <div className={styles.before}>
      <div>
        {checked.kind === 'checked' ? (
          <Found found={checked.found} />
        ) : (
          <p role="status">{checked.kind === 'refused' ? checked.why : 'Looking through the text…'}</p>
        )}
      </div>
      <Sheet
        beginning={checked.kind === 'checked' ? checked.found.beginning : undefined}
        choice={props.choice}
      />
    </div>
  )
}

function Found({ found }: { readonly found: CommandOutput<'document.check-export'> }) {
  const { documents, words, pictures, left, leftCount } = found
  return (
    <>
      <p role="status">
        {countedAll([documents, 'document'], [words, 'word'], [pictures, 'picture'])}
        {leftCount === 0 ? '. Everything comes along.' : '.'}
      </p>
      <Left count={leftCount} left={left} verb="will" />
    </>
  )
}

/**
 * The preview of the first page. Its space is reserved from the beginning, so that no button moves when the page is
 * rendered; until then the previous page stays.
 */
function Sheet(props: { readonly beginning: Beginning | undefined; readonly choice: ExportChoice }) {
  const { beginning, choice } = props
  const last = useRef(beginning)
  last.current = beginning ?? last.current
  const { width, height } = sheetOf(choice.paper)
  return (
    <div
      className={styles.firstPage}
      style={{ width: SHOWN_WIDTH, height: Math.round((height * SHOWN_WIDTH) / width) }}
      role="img"
      aria-label="The first page as it will be"
      aria-busy={beginning === undefined}
    >
      {last.current === undefined ? null : (
        <Suspense>
          <FirstPage beginning={last.current} choice={choice} />
        </Suspense>
      )}
    </div>
  )
}

function Left(props: {
  readonly count: number
  readonly left: Exported['left']
  readonly verb: 'did' | 'will'
}) {
  const { count, left, verb } = props
  return (
    <LeftList
      label={`${counted(count, 'thing')} ${verb} not come along as ${count === 1 ? 'it stands' : 'they stand'} in the text`}
      left={left}
      count={count}
    />
  )
}
