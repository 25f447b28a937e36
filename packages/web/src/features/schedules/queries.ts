import type { Answer } from '@millwatch/contract/endpoint'
import {
  createScheduleTemplate,
  deleteScheduleTemplate,
  scheduleTemplates,
  updateScheduleOfEquipment,
  updateScheduleOfOrgUnit,
  updateScheduleTemplate,
} from '@millwatch/contract/http/schedules'
import { getEquipment, getOrgUnit } from '@millwatch/contract/http/tree'
import type { Schedule, ScheduleRange } from '@millwatch/domain/schedules'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { activeRefresh } from '../../lib/query-client.ts'
import type { Scheduled, ScheduleOwner } from './place.ts'

export type ScheduleTemplate = Answer<typeof scheduleTemplates>['templates'][number]

export const templatesQuery = queryOptions({
  queryKey: ['schedule-templates'],
  queryFn: async ({ signal }) => (await call(scheduleTemplates, { signal })).templates,
})

/** Creates a schedule template without ranges on the server, and returns the answer with the template. */
export const createTemplate = (name: string, type: ScheduleTemplate['type']) =>
  call(createScheduleTemplate, { body: { template: { name, type } } })

export const renameTemplate = (id: number, name: string) =>
  call(updateScheduleTemplate, { params: { id }, body: { template: { name } } })

/** Saves the ranges of a template on the server. For a daily template these are the ranges of Sunday in `week`. */
export function saveTemplateRanges({ id, type }: ScheduleTemplate, week: Schedule) {
  const ranges = weekOf(week)
  const template = { schedule_json_local: type === 'daily' ? ranges[0] : ranges }
  return call(updateScheduleTemplate, { params: { id }, body: { template } })
}

export const deleteTemplate = (id: number) => call(deleteScheduleTemplate, { params: { id } })

/**
 * Saves the own schedule of a unit or machine on the server; null removes it, so that the schedule is inherited again. The change
 * is in force from now on.
 */
export function saveSchedule({ isUnit, id }: ScheduleOwner, schedule: Schedule | null): Promise<unknown> {
  const request = { params: { id }, body: { schedule: schedule === null ? null : weekOf(schedule) } }
  return isUnit ? call(updateScheduleOfOrgUnit, request) : call(updateScheduleOfEquipment, request)
}

function weekOf([sun, mon, tue, wed, thu, fri, sat]: Schedule) {
  const day = (ranges: readonly ScheduleRange[]) => ranges.map(([start, end, shift]): Range => [start, end, shift])
  return { 0: day(sun), 1: day(mon), 2: day(tue), 3: day(wed), 4: day(thu), 5: day(fri), 6: day(sat) }
}

type Range = [start: number, end: number, shift: ScheduleRange[2]]

/** Query that reads a unit (`o`) or machine (`e`) with the schedule in force; again every 5 minutes. */
export const scheduledQuery = (which: 'o' | 'e', id: number) =>
  queryOptions({
    queryKey: ['scheduled', which, id],
    queryFn: async ({ signal }): Promise<Scheduled> => {
      const request = { params: { id }, query: {}, signal }
      if (which === 'o') return { unit: (await call(getOrgUnit, request)).orgUnit }
      return { machine: (await call(getEquipment, request)).equip }
    },
    refetchInterval: activeRefresh,
  })
