import type { JSONColumnType } from 'kysely'

/** Columns as the driver gives them: instants are epoch milliseconds (number), ids are numbers. */
export type Id = number
export type Ms = number
export type Jsonb<T extends object | null> = JSONColumnType<T>
