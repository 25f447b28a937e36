/**
 * Protection of the connections to a database: on this machine (`local`), encrypted with a checked certificate, encrypted without
 * the check, or not encrypted.
 */
export type DatabaseTls = 'local' | 'checked' | 'unchecked' | 'none'

/** Values of `sslmode` with which the driver encrypts the connection and checks the certificate of the server. */
const CHECKING = ['prefer', 'require', 'verify-ca', 'verify-full']

/**
 * Returns the protection of connections by this URL (`DATABASE_URL`). `fallback` is the mode of the environment (`PGSSLMODE`); it
 * applies if the URL has neither `sslmode` nor `ssl`. With `uselibpqcompat=true`, only `verify-full` is `checked`. A socket or a
 * loopback host is `local` with every mode.
 */
export function databaseTls(url: string, fallback?: string): DatabaseTls {
  const [base = '', query = ''] = url.split('?', 2)
  const parameters = new URLSearchParams(query)
  const [, named = ''] = /^[a-z]+:\/\/(?:[^/]*@)?(\[[^\]]*\]|[^:/]*)/i.exec(base) ?? []
  const host = decodeURIComponent(parameters.get('host') ?? named)
  if (host === '' || host.startsWith('/') || /^(localhost|127\..*|\[?::1\]?)$/i.test(host)) return 'local'
  const ssl = parameters.get('ssl')
  const mode = parameters.get('sslmode') ?? (ssl === null ? fallback : undefined)
  if (mode === 'no-verify') return 'unchecked'
  if (mode !== undefined && CHECKING.includes(mode)) {
    const isLax = parameters.get('uselibpqcompat') === 'true' && mode !== 'verify-full'
    return isLax ? 'unchecked' : 'checked'
  }
  return mode === undefined && (ssl === 'true' || ssl === '1') ? 'checked' : 'none'
}

/**
 * Returns a warning for the operator if connections to the database are not encrypted or its certificate is not checked;
 * undefined otherwise.
 */
export function databaseTlsWarning(tls: DatabaseTls): string | undefined {
  const todo = 'Add sslmode=verify-full to DATABASE_URL.'
  if (tls === 'none') return `Warning: the connections to the database on another machine are not encrypted. ${todo}`
  if (tls === 'unchecked')
    return `Warning: the certificate of the database is not checked, so another server could stand in for it. ${todo}`
  return undefined
}
