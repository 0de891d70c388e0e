import {
  IPC_COMMANDS,
  type Bridge,
  type CommandName,
  type CommandOutput,
  type EventName,
  type EventPayload,
  type Handlers,
} from '../../shared/ipc/ipc'
import { merge3 } from '../../shared/merge3'
import type { Problem } from '../../shared/problem'
import type { LibraryEpoch } from '../../shared/terms'
import type { TextChange } from '../../shared/text/text-change'
import { createCore, Refused, type MemoryOptions } from '../memory/core'
import { backupCommands } from '../memory/backup-commands'
import { bootstrapOf } from '../memory/bootstrap'
import { connectionCommands } from '../memory/connection-commands'
import { documentCommands } from '../memory/document-commands'
import { fileCommands } from '../memory/file-commands'
import { historyCommands } from '../memory/history-commands'
import { libraryCommands } from '../memory/library-commands'
import { movingCommands } from '../memory/moving-commands'
import { otherCommands } from '../memory/other-commands'
import { replaceCommands } from '../memory/replace-commands'
import { savedSearchCommands } from '../memory/saved-search-commands'
import { searchCommands } from '../memory/search-commands'
import { spellingCommands } from '../memory/spelling-commands'
import type { MemoryDocument, MemoryRecords } from '../memory/records'

/** A bridge over a library in memory, with functions by which a test causes changes from outside the window. */
export interface MemoryBridge extends Bridge {
  readonly records: MemoryRecords
  /** The epoch of the library on screen. */
  library(): LibraryEpoch
  /** Switches to another library with the same records. */
  switchLibrary(): void
  emit<N extends EventName>(name: N, payload: EventPayload<N>): void
  /** Changes the text of a document without typing in a window. */
  writeElsewhere(id: string, changes: readonly TextChange[]): void
  /** Makes a command fail with a problem from now on; `undefined` lets the command succeed again. */
  refuse(name: CommandName, problem: Problem | undefined): void
  /** Holds back the answers to a command until the returned function is called. */
  hold(name: CommandName): () => void
  setPhase(id: string, phase: MemoryDocument['phase'], problem?: Problem): void
  /** Puts the document into conflict: its text becomes `mine`, and both sides differ from `base`. */
  clash(id: string, base: string, theirs: string): void
}

/**
 * A bridge with the interface of the app's bridge and simulated answers: every command changes the records and emits
 * its events.
 */
export function memoryBridge(options: MemoryOptions): MemoryBridge {
  const core = createCore(options)
  const { records, find } = core
  const refusals = new Map<CommandName, Problem>()
  const held = new Map<CommandName, Promise<void>>()
  const handlers: Handlers = {
    'window.bootstrap': (_nothing, sender) => bootstrapOf(handlers, core, sender),
    ...libraryCommands(core),
    ...documentCommands(core),
    ...fileCommands(core),
    ...connectionCommands(core),
    ...movingCommands(core),
    ...backupCommands(core),
    ...historyCommands(core),
    ...otherCommands(core),
    ...searchCommands(core),
    ...savedSearchCommands(core),
    ...replaceCommands(core),
    ...spellingCommands(core),
  }

  return {
    records,
    library: core.library,
    switchLibrary: core.switchLibrary,
    emit: core.emit,
    listen: core.listen,
    setPhase: core.setPhase,
    refuse(name, problem) {
      if (problem === undefined) refusals.delete(name)
      else refusals.set(name, problem)
    },
    hold(name) {
      let release = () => {}
      held.set(name, new Promise((resolve) => (release = resolve)))
      return () => {
        held.delete(name)
        release()
      }
    },
    writeElsewhere(id, changes) {
      core.step(find(id), null, changes)
      core.announce(find(id), 1)
      core.emit('document.merged', { id, changes: changes.length })
    },
    clash(id, base, theirs) {
      const target = find(id)
      const merge = merge3({ base, mine: target.text, theirs })
      const at = new Date(core.nowMs() - 540_000).toISOString()
      target.conflict = {
        id,
        kind: 'text',
        reviewed: 'r1',
        base,
        mine: target.text,
        theirs,
        regions: merge.kind === 'too-large' ? [] : [...merge.regions],
        decisions: {},
        // Words typed for a conflicting passage stay with that passage.
        texts: target.conflict?.texts ?? {},
        fields: [],
        mineSince: at,
        theirsSince: at,
      }
      core.setPhase(id, 'conflicted')
      core.emit('document.conflict-changed', { id })
    },
    async call(name, input, library) {
      type Output = CommandOutput<typeof name>
      await held.get(name)
      const refusal = refusals.get(name)
      if (refusal !== undefined) return { ok: false, problem: refusal }
      if (!Object.hasOwn(IPC_COMMANDS, name))
        return {
          ok: false,
          problem: { code: 'unknown-command', message: `There is no command ${name}.` },
        }
      const { scope, input: asked, output: promised } = IPC_COMMANDS[name]
      if (scope === 'library' && !core.isOpen(library))
        return { ok: false, problem: { code: 'other-library', message: 'This library is not open.' } }
      const checked = asked.safeParse(input)
      if (!checked.success)
        return { ok: false, problem: { code: 'invalid-input', message: checked.error.message } }
      try {
        const handler = handlers[name] as (input: unknown, library: unknown) => unknown
        // As across the process boundary, the answer is asynchronous, consists of copies and contains only fields of
        // the contract.
        return {
          ok: true,
          value: promised.parse(structuredClone(await handler(checked.data, library))) as Output,
        }
      } catch (error) {
        if (error instanceof Refused) return { ok: false, problem: error.problem }
        return { ok: false, problem: { code: 'unexpected', message: String(error) } }
      }
    },
  }
}
