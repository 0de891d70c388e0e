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
  /** The reason why it cannot be chosen now, worded to follow "because". */
  readonly disabled?: string | undefined
  /** Without it the line does nothing and the menu stays open, because its content is not known yet. */
  readonly run?: () => void
  /**
   * The same for lines that replace each other while the menu is open, so that the focus stays; defaults to the name.
   */
  readonly id?: string
  /** Whether it is on, for lines that can be on or off. */
  readonly isChecked?: boolean
  /** The lines of a submenu that this line opens. */
  readonly lines?: readonly (readonly MenuLine[])[]
}

/** Stores the choice until the menu is closed and the focus has returned. */
const RunChosen = createContext<(run: () => void) => void>((run) => run())

/**
 * The context menu of its children, for the right mouse button, the menu key and Shift+F10. Its lines are commands
 * under their names in the palette.
 */
export function CommandMenu(props: {
  readonly label: string
  /** The element with the menu, which must take a ref and the context menu event. */
  readonly children: ReactNode
  /** `MenuLines` in a component of its own, so that they are rendered only while the menu is open. */
  readonly lines: ReactNode
  /**
   * Called before the menu opens, with the element under the pointer, or the focused element if a key opens the menu,
   * the `detail` of the event, and its position in the window.
   */
  readonly onOpen?: (
    on: Element | null,
    detail: number,
    place: { readonly x: number; readonly y: number },
  ) => void
  /**
   * Moves the focus before the choice runs; by default to the element with the menu. If nothing was chosen in a menu
   * opened by mouse, the focus returns to where it was.
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
          // A mouse press here would clear the browser's selection in a text and move the cursor to its beginning.
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
