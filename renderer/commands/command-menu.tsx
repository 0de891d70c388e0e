import { Check, ChevronRight } from 'lucide-react'
import { ContextMenu } from 'radix-ui'
import { createContext, use, useCallback, useRef, type ReactNode } from 'react'
import { holdForChoice, runChoice } from '../state/typed/type-ahead'
import { shortcutText, type Shortcut } from '../ui/shortcuts'
import windowStyles from '../ui/window.module.css'
import { MENU_MARGIN } from '../ui/menus/button-menu'
import { useFocusBefore } from '../ui/focus-before'

/** A line of a menu. */
export interface MenuLine {
  readonly name: string
  readonly keys?: Shortcut | undefined
  /** Why it cannot be chosen now, in the words after "because". */
  readonly disabled?: string | undefined
  /** Without it nothing is done, and the menu stays open: what will stand here is not known yet. */
  readonly run?: () => void
  /** The same for a line that is replaced while the menu is open, so that the focus stays on it; without: the name. */
  readonly id?: string
  /** It is on or off. */
  readonly isChecked?: boolean
  /** The line opens these in a menu of its own. */
  readonly lines?: readonly (readonly MenuLine[])[]
}

/** Keeps what was chosen until the menu is closed and the focus is back. */
const RunChosen = createContext<(run: () => void) => void>((run) => run())

/** The menu of what it encloses, on the right button, the menu key and Shift+F10: commands, by the names of the palette. */
export function CommandMenu(props: {
  readonly label: string
  /** What the menu is of; it has to take a ref and hear the menu event. */
  readonly children: ReactNode
  /** `MenuLines`, in a component of its own: it is drawn only while the menu is open. */
  readonly lines: ReactNode
  /**
   * Told before the menu opens, with the element below the pointer, or what holds the focus where a key opens the menu,
   * the `detail` of the event, and its place in the window.
   */
  readonly onOpen?: (
    on: Element | null,
    detail: number,
    place: { readonly x: number; readonly y: number },
  ) => void
  /**
   * Puts the focus where it belongs, before what was chosen is done there; without: on the item that the menu is of. Where
   * nothing was chosen in a menu that the mouse has opened, the focus goes back to where it was.
   */
  readonly onDone?: () => void
}) {
  const item = useRef<HTMLElement>(null)
  const before = useFocusBefore()
  const chosen = useRef<() => void>(undefined)
  const choose = useCallback((run: () => void) => {
    holdForChoice()
    chosen.current = run
  }, [])
  return (
    <ContextMenu.Root modal={false} onOpenChange={(isOpen) => isOpen && before.opened()}>
      <ContextMenu.Trigger
        asChild
        onContextMenu={({ target, detail, clientX: x, clientY: y }) => {
          item.current = target instanceof Element ? target.closest<HTMLElement>('[tabindex]') : null
          props.onOpen?.(target instanceof Element ? target : null, detail, { x, y })
        }}
      >
        {props.children}
      </ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content
          className={windowStyles.menu}
          aria-label={props.label}
          collisionPadding={MENU_MARGIN}
          // A press here would take the browser's selection out of a text, and the cursor to its beginning.
          onMouseDown={(event) => event.preventDefault()}
          onInteractOutside={(event) => before.wentElsewhere(event, null)}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            const goThere = () => (props.onDone === undefined ? item.current?.focus() : props.onDone())
            const run = chosen.current
            chosen.current = undefined
            if (run === undefined) return before.giveBack(goThere)
            goThere()
            runChoice(run)
          }}
        >
          <RunChosen value={choose}>{props.lines}</RunChosen>
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  )
}

/** The lines of a `CommandMenu`, in groups. */
export function MenuLines({ groups }: { readonly groups: readonly (readonly MenuLine[])[] }) {
  return groups.map((lines, index) => (
    <ContextMenu.Group key={lines[0]?.id ?? lines[0]?.name}>
      {index === 0 ? null : <ContextMenu.Separator className={windowStyles.menuLine} />}
      {lines.map((line) => (
        <OneLine key={line.id ?? line.name} line={line} />
      ))}
    </ContextMenu.Group>
  ))
}

function OneLine({ line: { name, keys, disabled, run, isChecked, lines } }: { readonly line: MenuLine }) {
  const choose = use(RunChosen)
  if (lines !== undefined)
    return (
      <ContextMenu.Sub>
        <ContextMenu.SubTrigger className={windowStyles.menuItem}>
          {name}
          <span data-end>
            <ChevronRight size={14} />
          </span>
        </ContextMenu.SubTrigger>
        <ContextMenu.Portal>
          <ContextMenu.SubContent
            className={windowStyles.menu}
            aria-label={name}
            collisionPadding={MENU_MARGIN}
            onMouseDown={(event) => event.preventDefault()}
          >
            <MenuLines groups={lines} />
          </ContextMenu.SubContent>
        </ContextMenu.Portal>
      </ContextMenu.Sub>
    )
  const common = {
    className: windowStyles.menuItem,
    disabled: disabled !== undefined,
    title: disabled === undefined ? undefined : `Not available, because ${disabled}`,
    onSelect: (event: Event) => (run === undefined ? event.preventDefault() : choose(run)),
  }
  if (isChecked !== undefined)
    return (
      <ContextMenu.CheckboxItem {...common} checked={isChecked}>
        {name}
        <ContextMenu.ItemIndicator data-end>
          <Check />
        </ContextMenu.ItemIndicator>
      </ContextMenu.CheckboxItem>
    )
  return (
    <ContextMenu.Item {...common}>
      {name}
      {keys === undefined ? null : (
        <span data-end aria-hidden>
          {shortcutText(keys)}
        </span>
      )}
    </ContextMenu.Item>
  )
}
