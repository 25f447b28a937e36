import { type ComponentType, lazy } from 'react'
import { AlarmsMenuIcon } from '../features/alarms/alarms-menu-icon.tsx'
import type { Subject } from '../scope/subject.ts'
import { ConfigurationIcon, DevicesIcon, InsightsIcon, ScheduleIcon } from '../ui/icons.tsx'

/** Properties of the content of a panel beside the page. The content is created anew for each machine or unit. */
export interface PanelContent {
  readonly subject: Subject
}

export interface Submenu {
  /** Value of `?panel=` in the address. */
  readonly name: string
  readonly title: string
  readonly Icon: ComponentType
  readonly isFor: (subject: Subject) => boolean
  /** Component of the panel, loaded when it is first opened. */
  readonly Content: ComponentType<PanelContent>
}

/** Returns a component whose code is loaded when it is first rendered: `panel(async () => (await import('...')).NamedPanel)`. */
export const panel = (load: () => Promise<ComponentType<PanelContent>>): ComponentType<PanelContent> =>
  lazy(async () => ({ default: await load() }))

/** Submenus of the right sidebar, from top to bottom. */
export const submenus: readonly Submenu[] = [
  {
    name: 'alarms',
    title: 'Alarms',
    Icon: AlarmsMenuIcon,
    isFor: () => true,
    Content: panel(async () => (await import('../features/alarms/alarms-panel.tsx')).AlarmsPanel),
  },
  {
    name: 'insights',
    title: 'Insights',
    Icon: InsightsIcon,
    isFor: () => true,
    Content: panel(async () => (await import('./insights-content.tsx')).InsightsContent),
  },
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
    Content: panel(async () => (await import('../features/schedules/schedule-of.tsx')).ScheduleOf),
  },
  {
    name: 'devices',
    title: 'Devices',
    Icon: DevicesIcon,
    isFor: ({ which }) => which === 'e',
    Content: panel(async () => (await import('../features/devices/devices-of.tsx')).DevicesOf),
  },
]
