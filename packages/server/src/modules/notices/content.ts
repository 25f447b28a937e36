/** Channel to a person. */
export type PersonChannel = 'email' | 'sms'

/** Channel to a person or to another program. */
export type Channel = PersonChannel | 'webhook'

/** Content of a notice about an alarm. Instants are epoch ms. */
export interface AlarmContent {
  readonly kind: 'alarm'
  /** `reminded`: the alarm is still tripped, and its subscribers asked for a repeat. */
  readonly event: 'tripped' | 'reminded' | 'cleared'
  readonly alarmId: number
  /** Name of the alarm type, for example `Offline`. */
  readonly alarmType: string
  /** True for alarms of preventative maintenance, which have a page of their own. */
  readonly isMaintenance: boolean
  /** Settings of the alarm in words, for example `for 10 minutes`; empty: it has none. */
  readonly settings: string
  readonly equipmentId: number
  readonly machine: string
  /** Value that tripped the alarm, with its unit; null: the type has none. */
  readonly value: string | null
  readonly trippedAt: number
  /** End of the trip; null: the alarm is still tripped. */
  readonly clearedAt: number | null
  /** Time zone of the machine. */
  readonly timeZone: string
}

/** Content of a notice that a run reached its total. */
export interface RunContent {
  readonly kind: 'run'
  readonly runId: number
  readonly equipmentId: number
  readonly machine: string
  /** Groups of the run; a person who is in none of them any more gets no notice. */
  readonly groupIds: readonly number[]
  readonly completedAt: number
  readonly cycles: number
  /** False: the run goes on until somebody ends it. */
  readonly ended: boolean
  readonly timeZone: string
}

export type NoticeContent = AlarmContent | RunContent

export interface NoticeRecipient {
  readonly userId: number
  readonly channel: PersonChannel
}

/** A notice to several people, which all webhooks of the company get too. */
export interface NewNotice {
  /** Trip or run, for example `trip:17`. */
  readonly topic: string
  /**
   * Event of the topic: `tripped`, `reminded:2`, `cleared`. A `cleared` notice is sent only to recipients who got the
   * `tripped` notice of the topic.
   */
  readonly event: string
  readonly content: NoticeContent
  readonly recipients: readonly NoticeRecipient[]
}
