import pg from 'pg'

/** Database role of every connection of the app. It owns nothing and cannot bypass row-level security. */
export const appRole = 'millwatch_app'

const int8 = 20
const int8Array = 1016

/**
 * Returns an int8 of PostgreSQL as a number. Throws a RangeError beyond 2^53 - 1, where a number would silently be wrong; ids and
 * instants are all below.
 */
function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 out of the range of a number: ${text}`)
  return value
}

function parseInt8Array(text: string): (number | null)[] {
  const inner = text.slice(1, -1)
  if (inner === '') return []
  return inner.split(',').map((item) => (item === 'NULL' ? null : parseInt8(item)))
}

function parsersOfMillwatch(): pg.CustomTypesConfig {
  const overrides = new pg.TypeOverrides()
  overrides.setTypeParser(int8, parseInt8)
  overrides.setTypeParser<unknown>(int8Array, parseInt8Array)
  return { getTypeParser: overrides.getTypeParser.bind(overrides) }
}

const types = parsersOfMillwatch()

/** Returns a connection URL with server options (`-c name=value`) added to those that it already carries. */
export function withOptions(url: string, settings: Readonly<Record<string, string | number>>): string {
  const [base = '', query = ''] = url.split('?', 2)
  const parameters = new URLSearchParams(query)
  const added = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const options = [parameters.get('options'), ...added].filter(Boolean).join(' ')
  parameters.set('options', options)
  // A space is sent as %20, because the driver does not always read "+" as a space.
  return `${base}?${parameters.toString().replaceAll('+', '%20')}`
}

/**
 * Returns the URL of another database on the same server, with the parameters of `url`. Throws for a text that is not of the
 * form `SCHEME://SERVER` or `SCHEME://SERVER/DATABASE`; the scheme is not checked.
 */
export function urlOfDatabase(url: string, database: string): string {
  const [base = '', query] = url.split('?', 2)
  const [, server] = /^([a-z]+:\/\/[^/]*)(\/[^/]*)?$/.exec(base) ?? []
  if (server === undefined) throw new Error('The URL of the database is none of the form postgres://...')
  return `${server}/${database}${query === undefined ? '' : `?${query}`}`
}

/**
 * Returns the driver's settings for connections of the app and of the owner; `settings` are server options such as
 * `role`.
 */
export function connectionSettings(
  url: string,
  settings: Readonly<Record<string, string | number>> = {},
): pg.ClientConfig {
  return {
    connectionString: Object.keys(settings).length === 0 ? url : withOptions(url, settings),
    application_name: 'millwatch',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    types,
  }
}

/**
 * Creates a single connection that is not yet connected. It passes its errors to `onError`, since without a listener a lost
 * connection would end the process. `more` replaces settings of the driver.
 */
export function createClient(
  url: string,
  settings: Readonly<Record<string, string | number>>,
  onError: (error: Error) => void,
  more: pg.ClientConfig = {},
): pg.Client {
  const client = new pg.Client({ ...connectionSettings(url, settings), ...more })
  client.on('error', onError)
  return client
}

/** Connects as the owner of the database (for migrations and roles), runs `work`, and always closes the connection. */
export async function withOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = createClient(url, {}, () => {
    // The running query fails with the same error.
  })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
