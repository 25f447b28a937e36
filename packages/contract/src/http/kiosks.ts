import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { anywhere } from '../kiosk-rules.ts'
import { Id, IdParams, Instant, NumberOrNull, Success, TypedName } from '../shapes/common.ts'
import { CompanySettingsShape } from '../shapes/company-settings.ts'
import { Nullable } from '../shapes/equipment.ts'

const closed = { additionalProperties: false } as const

/**
 * Schema of the kind of page of a display: `operator` and `machine` show a machine; `unit` and `wall` show a unit and the
 * machines below it.
 */
const KioskPage = Type.Union([
  Type.Literal('operator'),
  Type.Literal('machine'),
  Type.Literal('unit'),
  Type.Literal('wall'),
])

/** Fields of a kiosk display: its page and its additional rights. */
const shown = {
  id: Id,
  name: Type.String(),
  page: KioskPage,
  /** Machine of an operator or machine page; null: the page is that of a unit. */
  equipment_id: NumberOrNull,
  /** Unit of a unit or wall page; null: the page is that of a machine. */
  org_unit_id: NumberOrNull,
  may_give_reasons: Type.Boolean(),
  may_count_scrap: Type.Boolean(),
  /** True: the display may start, update and end the run of a machine on its page. */
  may_set_runs: Type.Boolean(),
}

const Kiosk = Type.Object({
  ...shown,
  /** Name of the machine or unit of the page. */
  subject_name: Type.String(),
  created_at: Instant,
  /** Name of the person who made the display; null: that person is no longer known. */
  created_by: Nullable(Type.String()),
  /** Latest use of the sessions of the display that have not been ended; null: there is none, so a revoked display has null. */
  last_used_at: Nullable(Instant),
  revoked_at: Nullable(Instant),
})

/** Fields of a one-time code that the browser of the display must open within a minute. */
const Code = { code: Type.String(), url: Type.String(), expires_at: Instant }

export const listKiosks = endpoint('GET', '/v0/kiosks', 'kiosks', {
  operation: 'kiosk.list',
  policy: { least: 'admin', scope: 'company', rate: 'read', listable: false },
  summary: 'The kiosk displays of the company, those in use by name, then those revoked',
  shapes: { answer: Type.Object({ status: Success, kiosks: Type.Array(Kiosk) }) },
})

export const createKiosk = endpoint('POST', '/v0/kiosks', 'kiosks', {
  operation: 'kiosk.create',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true, listable: false },
  summary: 'Add a kiosk display; the answer holds the link to open in its browser',
  shapes: {
    body: Type.Object(
      {
        name: TypedName,
        page: KioskPage,
        /** Id of the machine, for an operator or machine page. */
        equipment_id: Type.Optional(Id),
        /** Id of the unit, for a unit or wall page. */
        org_unit_id: Type.Optional(Id),
        may_give_reasons: Type.Boolean(),
        may_count_scrap: Type.Boolean(),
        /** True: the display may start, update and end the run of a machine on its page; absent: false. */
        may_set_runs: Type.Optional(Type.Boolean()),
      },
      closed,
    ),
    answer: Type.Object({ status: Success, kiosk: Kiosk, ...Code }),
  },
})

export const createKioskCode = endpoint('POST', '/v0/kiosks/:id/code', 'kiosks', {
  operation: 'kiosk.code',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true, listable: false },
  summary: 'Another link for a kiosk display',
  shapes: { params: IdParams, answer: Type.Object({ status: Success, ...Code }) },
})

export const revokeKiosk = endpoint('DELETE', '/v0/kiosks/:id', 'kiosks', {
  operation: 'kiosk.revoke',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true, listable: false },
  summary: 'Revoke a kiosk display: every browser that shows it is signed out',
  shapes: { params: IdParams, answer: Type.Object({ status: Success }) },
})

export const getKiosk = endpoint('GET', '/v0/kiosk', 'kiosks', {
  operation: 'kiosk.self.read',
  policy: { least: 'kiosk', scope: 'company', rate: 'read', kiosk: anywhere },
  summary: 'Returns the calling display; for displays only',
  shapes: {
    answer: Type.Object({
      status: Success,
      kiosk: Type.Object({
        ...shown,
        company_id: Id,
        company_name: Type.String(),
        /** Colour of the header; null: the default of the product. */
        header_color: Nullable(Type.String()),
        company_settings: CompanySettingsShape,
      }),
      /** Instant at which the session of the display ends, unless the display is used before. */
      expires_at: Instant,
    }),
  },
})

/**
 * Creates a code for a browser to show, and a secret with which that browser reads the state of the code. After an admin has
 * typed the code, the browser exchanges the secret for a session (`session.exchange`), within a minute.
 */
export const createPairing = endpoint('POST', '/v0/kiosk/pairings', 'kiosks', {
  operation: 'kiosk.pairing.create',
  policy: {
    least: 'public',
    scope: 'none',
    rate: 'sign_in',
    unaudited: 'No company is known yet; the display that an admin makes of the browser is recorded',
  },
  summary: 'A code that a browser shows to become a kiosk display; valid for ten minutes and once',
  shapes: {
    body: Type.Object({}, closed),
    answer: Type.Object({ status: Success, code: Type.String(), secret: Type.String(), expires_at: Instant }),
  },
})

export const readPairing = endpoint('POST', '/v0/kiosk/pairings/state', 'kiosks', {
  operation: 'kiosk.pairing.read',
  policy: {
    least: 'public',
    scope: 'none',
    rate: 'public',
    unaudited: 'It changes nothing; the secret is in the body so that no log of addresses has it',
  },
  summary: 'What became of the code of this browser',
  shapes: {
    body: Type.Object({ secret: Type.String({ minLength: 1, maxLength: 128 }) }, closed),
    answer: Type.Object({
      status: Success,
      /**
       * State of the code. `waiting`: no admin has typed it yet. `paired`: the secret can be exchanged for a session now. `over`:
       * the code has expired, or the secret is unknown.
       */
      state: Type.Union([Type.Literal('waiting'), Type.Literal('paired'), Type.Literal('over')]),
    }),
  },
})

/**
 * Makes the browser that shows a code this kiosk display. Wrong codes are limited within ten minutes to 20 per network, 40 per
 * company and 200 in all.
 */
export const pairKiosk = endpoint('POST', '/v0/kiosks/:id/pair', 'kiosks', {
  operation: 'kiosk.pair',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true, listable: false },
  summary: 'Turn the browser that shows a code into a kiosk display',
  shapes: {
    params: IdParams,
    body: Type.Object({ code: Type.String({ minLength: 1, maxLength: 32 }) }, closed),
    /** IP address of the browser that showed the code. */
    answer: Type.Object({ status: Success, ip: Type.String() }),
  },
})
