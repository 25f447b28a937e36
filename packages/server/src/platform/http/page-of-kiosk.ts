import type { KioskRule, SubjectKind, SubjectSlot } from '@millwatch/domain/identity'
import type { FastifyRequest } from 'fastify'
import { Forbidden, NotFound } from '../errors.ts'
import { policyOf } from '../policy.ts'
import type { KioskCaller } from './caller.ts'

/** Machine, unit, stop or run (`kind`) that a request names by its id. */
export interface Subject {
  readonly kind: SubjectKind
  readonly id: number
}

/** Function that returns true if all subjects belong to the page of the kiosk display. */
export type Reaches = (caller: KioskCaller, subjects: readonly Subject[]) => Promise<boolean>

type Parts = Pick<FastifyRequest, 'params' | 'query' | 'body'>

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/**
 * Returns the ids at one place of a request: a number, a text of ids with commas, or a list. An empty list if the place is
 * missing or empty; a text that is no number gives NaN.
 */
function idsAt(parts: Parts, { at }: SubjectSlot): number[] {
  const [part = '', name = ''] = at.split('.')
  const holder: unknown = parts[part as keyof Parts]
  const value = isRecord(holder) ? holder[name] : undefined
  if (typeof value === 'number') return [value]
  if (typeof value === 'string' && value !== '') return value.split(',').map(Number)
  return Array.isArray(value) ? value.map(Number) : []
}

/**
 * Returns the subjects that a request names at the places of its kiosk rule, in order of the rule; null if one of the places is
 * empty. A rule without places gives an empty list.
 */
export function subjectsOf(rule: KioskRule, parts: Parts): Subject[] | null {
  const named = rule.about.map((slot) => idsAt(parts, slot).map((id) => ({ kind: slot.kind, id })))
  return named.some((subjects) => subjects.length === 0) ? null : named.flat()
}

/**
 * Throws Forbidden if the call of a request is not for kiosk displays, or its body has fields that a display may not send. Throws
 * NotFound if the request names a subject outside the display's page, or does not name a subject that the rule of the call
 * requires.
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
