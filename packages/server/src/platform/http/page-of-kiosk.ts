import type { KioskRule, SubjectKind, SubjectSlot } from '@millwatch/domain/identity'
import type { FastifyRequest } from 'fastify'
import { Forbidden, NotFound } from '../errors.ts'
import { policyOf } from '../policy.ts'
import type { KioskCaller } from './caller.ts'

/** Machine, unit, stop or run that a request names by its id. */
export interface Subject {
  readonly is: SubjectKind
  readonly id: number
}

/** Returns true if all subjects belong to the page of the kiosk display. */
export type Reaches = (caller: KioskCaller, subjects: readonly Subject[]) => Promise<boolean>

type Parts = Pick<FastifyRequest, 'params' | 'query' | 'body'>

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Returns the ids in one slot of a request: one, several with commas, or a list; none if it is missing. */
function idsAt(parts: Parts, { at }: SubjectSlot): number[] {
  const [part = '', name = ''] = at.split('.')
  const holder: unknown = parts[part as keyof Parts]
  const value = isRecord(holder) ? holder[name] : undefined
  if (typeof value === 'number') return [value]
  if (typeof value === 'string' && value !== '') return value.split(',').map(Number)
  return Array.isArray(value) ? value.map(Number) : []
}

/**
 * Returns the subjects that a request names at the places of its kiosk rule; null if any place is empty. Rules without
 * places give an empty list.
 */
export function subjectsOf(rule: KioskRule, parts: Parts): Subject[] | null {
  const named = rule.about.map((slot) => idsAt(parts, slot).map((id) => ({ is: slot.is, id })))
  return named.some((subjects) => subjects.length === 0) ? null : named.flat()
}

/**
 * Throws NotFound if a request of a kiosk display names things outside the display's page or leaves out a required one,
 * and Forbidden if the call is not for displays or its body has fields that a display may not send.
 */
export async function requirePage(caller: KioskCaller, request: FastifyRequest, reaches: Reaches): Promise<void> {
  const { kiosk } = policyOf(request.routeOptions.config.operation ?? '')
  if (kiosk === undefined) throw new Forbidden()
  const { only } = kiosk
  if (only !== undefined && isRecord(request.body) && !Object.keys(request.body).every((name) => only.includes(name)))
    throw new Forbidden()
  const subjects = subjectsOf(kiosk, request)
  if (subjects === null || (subjects.length > 0 && !(await reaches(caller, subjects)))) throw new NotFound()
}
