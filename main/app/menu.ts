import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import { PALETTE_COMMANDS, usualKeys } from '../../shared/commands'
import type { Settings } from '../../shared/ipc/ipc-settings'
import { acceleratorOf } from './accelerator'

/**
 * The system's menu. Its items ask the window in front to run the palette's command of that name, so that each command
 * is implemented once. Accelerators are shown here as the writer has set them, and handled in the renderer.
 */
export function buildMenu(shortcuts: Settings['shortcuts'], request: (name: string) => void): Menu {
  const item = (id: keyof typeof PALETTE_COMMANDS, label?: string): MenuItemConstructorOptions => {
    const accelerator = acceleratorOf(shortcuts[id] ?? usualKeys(id, process.platform === 'darwin'))
    return {
      id,
      label: label ?? PALETTE_COMMANDS[id].name,
      ...(accelerator !== undefined && { accelerator, registerAccelerator: false }),
      click: () => request(id),
    }
  }
  const separator: MenuItemConstructorOptions = { type: 'separator' }
  const template: MenuItemConstructorOptions[] = [
    ...(process.platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    {
      label: 'File',
      submenu: [
        item('new-document'),
        item('new-from-template'),
        item('today'),
        item('capture'),
        item('new-folder'),
        item('new-window'),
        separator,
        item('save'),
        item('publish'),
        separator,
        item('import'),
        item('export'),
        item('export-pdf'),
        item('export-html'),
        item('print'),
        item('move-library'),
        separator,
        item('pack'),
        item('bring-in'),
        separator,
        item('settings', 'Settings…'),
        separator,
        process.platform === 'darwin' ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        item('go-to'),
        item('commands', 'Commands…'),
        separator,
        item('split'),
        item('other-side'),
        item('close-side'),
        separator,
        item('sidebar', 'Show or hide the sidebar'),
        item('search'),
        item('replace-in-library'),
        item('history'),
        item('outbox'),
        separator,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        item('full-screen'),
        ...(app.isPackaged ? [] : [separator, { role: 'toggleDevTools' } as const]),
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      label: 'Help',
      submenu: [
        item('shortcuts'),
        item('sync-log'),
        item('report-problem'),
        ...(process.platform === 'darwin' ? [] : [separator, item('about')]),
      ],
    },
  ]
  return Menu.buildFromTemplate(template)
}
