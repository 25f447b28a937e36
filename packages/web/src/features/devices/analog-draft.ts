import type { AnalogConfig } from '@millwatch/domain/devices'

/** Analog configuration as a person types it in the form. */
export interface AnalogDraft {
  readonly unit: string
  readonly scale: string
  readonly offset: string
  /** First local day on which it is in force, such as `2026-11-21`; blank: from now on. */
  readonly fromDay: string
}

export const draftOfAnalog = ({ unit, scale, offset }: AnalogConfig): AnalogDraft => ({
  unit: unit ?? '',
  scale: String(scale),
  offset: String(offset),
  fromDay: '',
})

const numberOf = (text: string): number | null => {
  const value = Number(text.trim().replace(',', '.').replace('−', '-'))
  return text.trim() !== '' && Math.abs(value) <= 1e12 ? value : null
}

/**
 * Returns the configuration that the form describes, with a comma accepted as decimal point; null when scale or offset is no
 * number up to 1e12. The day is not part of it.
 */
export function analogOfDraft({ unit, scale, offset }: AnalogDraft): AnalogConfig | null {
  const [scaled, moved] = [numberOf(scale), numberOf(offset)]
  return scaled === null || moved === null
    ? null
    : { unit: unit.trim() === '' ? null : unit.trim(), scale: scaled, offset: moved }
}

export const isSameAnalog = (a: AnalogConfig, b: AnalogConfig): boolean =>
  a.unit === b.unit && a.scale === b.scale && a.offset === b.offset
