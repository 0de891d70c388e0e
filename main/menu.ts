import { app, Menu, type MenuItemConstructorOptions } from 'electron'

/**
 * The system's menu. Its items ask the window in front to run the palette's command of that name, so that a command is
 * written once; accelerators are shown here and handled in the renderer, where they can be changed.
 */
export function buildMenu(request: (name: string) => void): Menu {
  const item = (label: string, name: string, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: false }),
    click: () => request(name),
  })
  const separator: MenuItemConstructorOptions = { type: 'separator' }
  const template: MenuItemConstructorOptions[] = [
    ...(process.platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    {
      label: 'File',
      submenu: [
        item('New document', 'New document', 'CmdOrCtrl+N'),
        item('New folder', 'New folder'),
        item('New window', 'New window'),
        separator,
        item('Save now', 'Save now', 'CmdOrCtrl+S'),
        item('Publish…', 'Publish…'),
        separator,
        item('Import…', 'Import…'),
        item('Export…', 'Export…'),
        separator,
        item('Settings…', 'Settings', 'CmdOrCtrl+,'),
        separator,
        process.platform === 'darwin' ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        item('Go to document…', 'Go to document…', 'CmdOrCtrl+P'),
        item('Commands…', 'Commands', 'CmdOrCtrl+Shift+P'),
        separator,
        item('Show or hide the sidebar', 'Toggle sidebar', 'CmdOrCtrl+\\'),
        item('Show history', 'Show history', 'CmdOrCtrl+Shift+H'),
        item('Show outbox', 'Show outbox', 'CmdOrCtrl+Shift+O'),
        separator,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
        ...(app.isPackaged ? [] : [separator, { role: 'toggleDevTools' } as const]),
      ],
    },
    { role: 'windowMenu' },
  ]
  return Menu.buildFromTemplate(template)
}
