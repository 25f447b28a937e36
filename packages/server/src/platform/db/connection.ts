import pg from 'pg'

/** The role every connection of the app takes: owns nothing, cannot bypass row-level security. */
export const appRole = 'millwatch_app'

const int8 = 20
const int8Array = 1016

/** Ids and instants are int8 and all below 2^53; one that is not would be silently wrong as a number, so it throws. */
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

/** Adds server options (`-c name=value`) to those that a connection string may already carry. */
export function withOptions(url: string, settings: Readonly<Record<string, string | number>>): string {
  const [base = '', query = ''] = url.split('?', 2)
  const parameters = new URLSearchParams(query)
  const added = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const options = [parameters.get('options'), ...added].filter(Boolean).join(' ')
  parameters.set('options', options)
  // A space must travel as %20: the driver does not read "+" as one in every place.
  return `${base}?${parameters.toString().replaceAll('+', '%20')}`
}

/** Returns the URL of another database on the same server. */
export function urlOfDatabase(url: string, database: string): string {
  const [base = '', query] = url.split('?', 2)
  const [, server] = /^([a-z]+:\/\/[^/]*)(\/[^/]*)?$/.exec(base) ?? []
  if (server === undefined) throw new Error('The URL of the database is none of the form postgres://...')
  return `${server}/${database}${query === undefined ? '' : `?${query}`}`
}

/** What connections of the app and of the owner have in common. */
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

/** A single connection with an `error` listener: without one a lost connection would end the process. */
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

/** Runs `work` on a connection of the owner (migrations, roles), which is closed afterwards whatever happens. */
export async function withOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = createClient(url, {}, () => {
    // The query that was under way fails with the same error.
  })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
