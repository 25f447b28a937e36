import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, Instant, NumberOrNull, Success, TypedName } from '../shapes/common.ts'
import { Nullable } from '../shapes/equipment.ts'

const closed = { additionalProperties: false } as const

/** `operator` and `machine` are of a machine, `unit` and `wall` of a unit and what stands under it. */
const KioskPage = Type.Union([
  Type.Literal('operator'),
  Type.Literal('machine'),
  Type.Literal('unit'),
  Type.Literal('wall'),
])

/** What a display shows, and what it may do beside that. */
const shown = {
  id: Id,
  name: Type.String(),
  page: KioskPage,
  /** The machine of an operator or machine page; null: it is the page of a unit. */
  equipment_id: NumberOrNull,
  /** The unit of a unit or wall page; null: it is the page of a machine. */
  org_unit_id: NumberOrNull,
  may_give_reasons: Type.Boolean(),
  may_count_scrap: Type.Boolean(),
}

const Kiosk = Type.Object({
  ...shown,
  /** Name of that machine or unit. */
  subject_name: Type.String(),
  created_at: Instant,
  /** Name of who made it; null: not known any more. */
  created_by: Nullable(Type.String()),
  /** When a browser last showed it; null: none does. */
  last_used_at: Nullable(Instant),
  revoked_at: Nullable(Instant),
})

/** Opened in the display's browser within a minute, once. */
const Code = { code: Type.String(), url: Type.String(), expires_at: Instant }

export const listKiosks = endpoint({
  method: 'GET',
  path: '/v0/kiosks',
  operation: 'kiosk.list',
  summary: 'The kiosk displays of the company, those in use by name, then those revoked',
  tags: ['kiosks'],
  shapes: { answer: Type.Object({ status: Success, kiosks: Type.Array(Kiosk) }) },
})

export const createKiosk = endpoint({
  method: 'POST',
  path: '/v0/kiosks',
  operation: 'kiosk.create',
  summary: 'Add a kiosk display; the answer holds the link to open in its browser',
  tags: ['kiosks'],
  shapes: {
    body: Type.Object(
      {
        name: TypedName,
        page: KioskPage,
        /** Of an operator or machine page. */
        equipment_id: Type.Optional(Id),
        /** Of a unit or wall page. */
        org_unit_id: Type.Optional(Id),
        may_give_reasons: Type.Boolean(),
        may_count_scrap: Type.Boolean(),
      },
      closed,
    ),
    answer: Type.Object({ status: Success, kiosk: Kiosk, ...Code }),
  },
})

export const createKioskCode = endpoint({
  method: 'POST',
  path: '/v0/kiosks/:id/code',
  operation: 'kiosk.code',
  summary: 'Another link for a kiosk display',
  tags: ['kiosks'],
  shapes: { params: IdParams, answer: Type.Object({ status: Success, ...Code }) },
})

export const revokeKiosk = endpoint({
  method: 'DELETE',
  path: '/v0/kiosks/:id',
  operation: 'kiosk.revoke',
  summary: 'Revoke a kiosk display: every browser that shows it is signed out',
  tags: ['kiosks'],
  shapes: { params: IdParams, answer: Type.Object({ status: Success }) },
})

export const getKiosk = endpoint({
  method: 'GET',
  path: '/v0/kiosk',
  operation: 'kiosk.self.read',
  summary: 'Which display this is; for displays only',
  tags: ['kiosks'],
  shapes: {
    answer: Type.Object({
      status: Success,
      kiosk: Type.Object({
        ...shown,
        company_id: Id,
        company_name: Type.String(),
        /** The colour of the header, where the company has one of its own. */
        header_color: Nullable(Type.String()),
      }),
      /** When the display has to sign in again, unless it is used before. */
      expires_at: Instant,
    }),
  },
})
