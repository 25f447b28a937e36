import type { Shot } from './camera.ts'

/**
 * Returns the screenshots to take of a unit's Equipment tab: tiles with one chart of each kind open, filtered to none, timelines
 * of a day and of months, and the wall.
 */
export function equipmentShots(unitId: number, machineIds: readonly number[]): Shot[] {
  const at = (search: string): string => `/o/${unitId}?tab=equipment&${search}`
  const [first, second] = machineIds
  return [
    { name: 'equipment-charts', path: at(`sort=status&charts=${first}c,${second}s&period=1d`) },
    { name: 'equipment-none', path: at('q=nothing-like-it') },
    { name: 'equipment-timeline-day', path: at('view=timeline&period=1d') },
    { name: 'equipment-timeline-months', path: at('view=timeline&period=3m') },
    { name: 'equipment-wall', path: at('view=wall') },
  ]
}
