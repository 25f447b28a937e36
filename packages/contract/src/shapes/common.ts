import { type TSchema, Type } from 'typebox'

/** Adds a description to a field, which `/docs` shows. */
export const meaning = <T extends TSchema>(description: string, schema: T): T =>
  Type.With(schema, { description }) as unknown as T

/** An id: a whole number from a sequence; unique over all companies, meaningful within one only. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** An instant in an object: ISO 8601 with zone, to the millisecond. */
export const Instant = Type.String({ format: 'date-time' })

/** Number or null, for fields in rows, where a union would be slow. */
export const NumberOrNull = Type.Unsafe<number | null>({ type: ['number', 'null'] })

/** A duration or a total of time: seconds with up to three decimals. */
export const Seconds = Type.Number()

export const Success = Type.Literal('success')

export const IdParams = Type.Object({ id: Id }, { additionalProperties: false })

/** A period `[startDate, endDate)`; one that ends later than now is read as ending now. */
export const PeriodQuery = Type.Object(
  {
    startDate: meaning('Beginning of the period.', Instant),
    endDate: meaning('End of the period, itself outside it; one later than now is read as now.', Instant),
  },
  { additionalProperties: false },
)

/** List of ids, `1,2,3`; at most 1,000. */
export const IdList = Type.String({ pattern: '^[0-9]{1,15}(,[0-9]{1,15}){0,999}$' })

export const Failure = Type.Object({
  status: Type.Literal('error'),
  error: Type.String(),
  code: Type.String(),
  request_id: Type.String(),
})

/** 1 running, 2 down, 3 offline, 4 powered-off. */
export const StatusId = Type.Integer({ minimum: 1, maximum: 4 })

/**
 * Name given by people: shown as written, 1 to 120 characters, no control characters, and at least one visible character (a
 * letter, digit, punctuation mark or symbol; the fillers and blanks that Unicode counts among those are not visible).
 */
export const Name = Type.String({
  minLength: 1,
  maxLength: 120,
  pattern: '^[^\\p{Cc}]*(?![\\u115f\\u1160\\u2800\\u3164\\uffa0])[\\p{L}\\p{N}\\p{P}\\p{S}\\p{Co}][^\\p{Cc}]*$',
})

/** A name as typed into a form; a blank one is answered with a text of its own. */
export const TypedName = Type.String({ maxLength: 120, pattern: '^[^\\p{Cc}]*$' })
