import { type ComponentType, lazy } from 'react'
import type { Subject } from '../scope/subject.ts'
import { ConfigurationIcon, DevicesIcon, ScheduleIcon } from '../ui/icons.tsx'

/** What a submenu shows in its panel; it is drawn anew for each machine and unit. */
export interface PanelContent {
  readonly subject: Subject
}

export interface Submenu {
  /** Its value of `?panel=` in the address. */
  readonly name: string
  readonly title: string
  readonly Icon: ComponentType
  readonly isFor: (subject: Subject) => boolean
  /** Loaded when it is first opened. */
  readonly Content: ComponentType<PanelContent>
}

/** A content that comes with its own file: `panel(async () => (await import('...')).NamedPanel)`. */
export const panel = (load: () => Promise<ComponentType<PanelContent>>): ComponentType<PanelContent> =>
  lazy(async () => ({ default: await load() }))

/** The submenus of the page menu, from the top down. */
export const submenus: readonly Submenu[] = [
  {
    name: 'configuration',
    title: 'Configuration',
    Icon: ConfigurationIcon,
    isFor: () => true,
    Content: panel(async () => (await import('./configuration-content.tsx')).ConfigurationContent),
  },
  {
    name: 'schedule',
    title: 'Schedule',
    Icon: ScheduleIcon,
    isFor: () => true,
    Content: panel(async () => (await import('./page-menu-contents.tsx')).ScheduleContent),
  },
  {
    name: 'devices',
    title: 'Devices',
    Icon: DevicesIcon,
    isFor: ({ which }) => which === 'e',
    Content: panel(async () => (await import('./page-menu-contents.tsx')).DevicesContent),
  },
]

/** The one that the address asks for, where there is such a thing of the machine or unit on screen. */
export const submenuOf = (name: string | null, subject: Subject | undefined): Submenu | undefined =>
  subject && submenus.find((one) => one.name === name && one.isFor(subject))
