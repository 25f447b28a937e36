import type { MessageRequest } from '@millwatch/domain/alarms'
import type { ReportContent } from './report-content.ts'

/** Channel to a person. */
export type PersonChannel = 'email' | 'sms'

/** Channel to a person or to another program. */
export type Channel = PersonChannel | 'webhook'

/** Content of a notice about an alarm: what its message contains, as at the trip, apart from the reader. */
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
  /** Groups of the run; a person who is in none of them any more gets no notice. */
  readonly groupIds: readonly number[]
  readonly completedAt: number
  readonly cycles: number
  /** False: the run goes on until somebody ends it. */
  readonly ended: boolean
  readonly timeZone: string
}

/** Content of a notice about an event, which a line of text describes. */
export type NoticeContent = AlarmContent | RunContent

/** Content of any notice: about an event, or a mailed report. */
export type AnyContent = NoticeContent | ReportContent

export interface NoticeRecipient {
  readonly userId: number
  readonly channel: PersonChannel
}

/** A notice to several people, which all webhooks of the company get too, unless it is a mailed report. */
export interface NewNotice {
  /** Trip, run or period of a report, for example `trip:17`. */
  readonly topic: string
  /**
   * Event of the topic: `tripped`, `repeat:2`, `cleared`. A `cleared` notice is sent only to recipients who got the
   * `tripped` notice of the topic.
   */
  readonly event: string
  readonly content: AnyContent
  readonly recipients: readonly NoticeRecipient[]
}
