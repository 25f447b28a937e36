import type { FastifyRequest } from 'fastify'
import { Forbidden, NotFound } from '../errors.ts'
import { rowOf } from '../policy.ts'
import type { KioskRule, SubjectKind, SubjectSlot } from '../policy-row.ts'
import type { KioskCaller } from './caller.ts'

/** Something a request names, by its id. */
export interface Subject {
  readonly is: SubjectKind
  readonly id: number
}

/** Whether all of this belongs to the display's page. */
export type Reaches = (caller: KioskCaller, subjects: readonly Subject[]) => Promise<boolean>

type Parts = Pick<FastifyRequest, 'params' | 'query' | 'body'>

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The ids a slot names: one, several with commas, or a list; none where it is left out. */
function idsAt(parts: Parts, { at }: SubjectSlot): number[] {
  const [part = '', name = ''] = at.split('.')
  const holder: unknown = parts[part as keyof Parts]
  const value = isRecord(holder) ? holder[name] : undefined
  if (typeof value === 'number') return [value]
  if (typeof value === 'string' && value !== '') return value.split(',').map(Number)
  return Array.isArray(value) ? value.map(Number) : []
}

/** What a request of a display is about, by its rule; null where something that must be named is not. */
export function subjectsOf(rule: KioskRule, parts: Parts): Subject[] | null {
  const named = rule.about.map((slot) => idsAt(parts, slot).map((id) => ({ is: slot.is, id })))
  return named.some((subjects) => subjects.length === 0) ? null : named.flat()
}

/** Throws NotFound for what is not of the display's page, and Forbidden for parts of the body it may not send. */
export async function demandPage(caller: KioskCaller, request: FastifyRequest, reaches: Reaches): Promise<void> {
  const { kiosk } = rowOf(request.routeOptions.config.operation ?? '')
  if (kiosk === undefined) throw new Forbidden()
  const { only } = kiosk
  if (only !== undefined && isRecord(request.body) && !Object.keys(request.body).every((name) => only.includes(name)))
    throw new Forbidden()
  const subjects = subjectsOf(kiosk, request)
  if (subjects === null || (subjects.length > 0 && !(await reaches(caller, subjects)))) throw new NotFound()
}
