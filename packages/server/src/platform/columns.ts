import type { JSONColumnType } from 'kysely'

/** Type of an id column as the driver returns it, a number. */
export type Id = number
export type Ms = number
export type Jsonb<T extends object | null> = JSONColumnType<T>
