import type { PasswordPolicy } from '@millwatch/domain/identity'
import type { BackupSchedule } from '../db/backup/due.ts'
import type { FlowDeps } from '../flow/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/index.ts'
import type { DiskGuard } from '../platform/disk/index.ts'
import type { Rates } from '../platform/http/rate-limit.ts'
import type { JobsSettings } from '../platform/jobs/index.ts'
import type { Logger } from '../platform/logger.ts'
import type { SmtpSettings } from '../platform/mail/index.ts'
import type { SmsSettings } from '../platform/sms/transport.ts'
import type { Certificate } from '../platform/tls.ts'
import type { Archive } from './archive.ts'

export interface AppDeps {
  readonly config: {
    readonly host: string
    readonly port: number
    /** Port for unencrypted MQTT; with a certificate it is opened to this machine only. */
    readonly mqttPort: number
    /** Port for MQTT over TLS; it is opened only with a certificate. */
    readonly mqttsPort?: number | undefined
    readonly metricsToken?: string | undefined
    /** Addresses and networks of proxies whose headers about the caller are trusted; none unless set. */
    readonly trustProxy?: string | undefined
    /** Beginning of links in mails; unless set, the address on which the server listens. */
    readonly publicUrl?: string | undefined
    /** Absent: no mail leaves the server. */
    readonly smtp?: SmtpSettings | undefined
    /** Absent: no text message leaves the server. */
    readonly sms?: SmsSettings | undefined
    /** Networks outside the public internet to which webhooks may be sent; none unless set. */
    readonly webhookAllow?: string | undefined
    /** Folder and time (UTC) of daily backups; absent: this server makes none. */
    readonly backups?: BackupSchedule | undefined
    /** Policy for passwords; `spec` unless set. */
    readonly passwordPolicy?: PasswordPolicy | undefined
  }
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly version: string
  /** Certificate for HTTPS and for MQTT over TLS; absent: no encryption. */
  readonly certificate?: Certificate | undefined
  /**
   * Settings of the job queue: the time after which a silent worker loses its job, and if this server does jobs; absent: the
   * defaults.
   */
  readonly jobs?: JobsSettings | undefined
  /** Limits on requests per caller and second; null: no limits; absent: the defaults. */
  readonly rates?: Rates | null | undefined
  /** Folder of the built web. Absent, or without a page in the folder: the server answers calls only. */
  readonly webRoot?: string | undefined
  /**
   * Resolves with true if the installation is a demo, which shows its mail instead of sending it; absent: it is not.
   */
  readonly isDemo?: (() => Promise<boolean>) | undefined
  /** Archive of the log of the embedded database; absent: it is not archived. */
  readonly archive?: Archive | undefined
  /** Guard that watches the disk of the embedded database; absent: only errors of the database show that the disk is full. */
  readonly disk?: DiskGuard | undefined
  /**
   * Number of events between two checkpoints of a machine, and number of events read at once; absent: the defaults.
   * Tests use small numbers.
   */
  readonly sizes?: NonNullable<FlowDeps['sizes']> | undefined
  /** False: alarms are not evaluated, for tests that store trips themselves. True unless given. */
  readonly evaluatesAlarms?: boolean | undefined
}
