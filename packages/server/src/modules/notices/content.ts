import type { MessageRequest } from '@millwatch/domain/alarms'
import type { ReportContent } from './report-content.ts'

/** Channel by which a notice reaches a person. */
export type PersonChannel = 'email' | 'sms'

/** Channel by which a notice reaches a person or another program. */
export type Channel = PersonChannel | 'webhook'

/** Content of a notice about an alarm: the data of its message as of the trip, repeat or clearing, the same for every reader. */
export interface AlarmContent extends Omit<MessageRequest, 'style' | 'now'> {
  readonly kind: 'alarm'
  readonly alarmId: number
  readonly equipmentId: number
}

/** Content of a notice that a run reached its total. */
export interface RunContent {
  readonly kind: 'run'
  readonly runId: number
  readonly equipmentId: number
  readonly machine: string
  /** Ids of the groups of the run; a person who is in none of them any more gets no notice. */
  readonly groupIds: readonly number[]
  readonly completedAt: number
  readonly cycles: number
  /** False: the run goes on until somebody ends it. */
  readonly ended: boolean
  readonly timeZone: string
}

/** Content of a notice about an event: the trip of an alarm or the completion of a run. */
export type NoticeContent = AlarmContent | RunContent

/** Content of any notice: about an event, or a mailed report. */
export type AnyContent = NoticeContent | ReportContent

export interface NoticeRecipient {
  readonly userId: number
  readonly channel: PersonChannel
}

/** Notice to several people. All webhooks of the company get it too, unless it is a mailed report. */
export interface NewNotice {
  /** Key of the trip, run or period of a report, for example `trip:17`. */
  readonly topic: string
  /**
   * Event of the topic: `tripped`, `repeat:2` or `cleared` for a trip, `completed` for a run, `due` or `asked` for a report. A
   * `cleared` notice is sent only to recipients who got the `tripped` notice of the topic.
   */
  readonly event: string
  readonly content: AnyContent
  readonly recipients: readonly NoticeRecipient[]
}
