import type { Database } from '../db/index.ts'
import { notify } from '../db/notify.ts'

/** PostgreSQL channel over which every server hears that all pages are to be loaded again. */
export const REFRESH_CHANNEL = 'refresh'

/** Has every open page of the installation loaded again, each after a delay of its own of 1 to 120 s. */
export const askRefresh = (database: Database): Promise<void> =>
  database.inDirectory((tx) => notify(tx, REFRESH_CHANNEL, ['all']))
