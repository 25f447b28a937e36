import { StartError } from '../start-error.ts'
import type { StorageSettings } from './send.ts'

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

export interface StorageTexts {
  /** Address with bucket and prefix: `https://ENDPOINT/BUCKET/PREFIX`; undefined: no storage. */
  readonly address: string | undefined
  readonly region: string | undefined
  readonly keyId: string | undefined
  readonly secret: string | undefined
}

/**
 * Reads the settings of a storage; undefined without an address. Throws a start error that names the wrong setting and repeats no
 * secret: for an address that is not https (http on this machine only) or has no bucket, for one with a user, query or fragment,
 * and for a missing key.
 */
export function readStorage({
  address,
  region = 'us-east-1',
  keyId,
  secret,
}: StorageTexts): StorageSettings | undefined {
  if (address === undefined) return undefined
  const url = URL.canParse(address) ? new URL(address) : undefined
  const [bucket, ...prefix] = (url?.pathname ?? '').split('/').filter(Boolean).map(decodeURIComponent)
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.includes(url.hostname))
  const isBare = url?.username === '' && url.password === '' && url.search === '' && url.hash === ''
  if (url === undefined || bucket === undefined || !isSafe || !isBare)
    throw new StartError(
      'BACKUP_S3 looks like https://s3.eu-central-1.amazonaws.com/bucket or https://storage.example/bucket/plant1',
    )
  if (keyId === undefined || secret === undefined)
    throw new StartError('BACKUP_S3 needs BACKUP_S3_KEY_ID and BACKUP_S3_SECRET: the key of its account.')
  const folder = prefix.map((part) => `${part}/`).join('')
  return { endpoint: url.origin, bucket, prefix: folder, region, key: { id: keyId, secret } }
}
