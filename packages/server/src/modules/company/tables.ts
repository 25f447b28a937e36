import type { Id, Ms } from '../../platform/columns.ts'

export interface CompanyLogoTable {
  company_id: Id
  media_type: 'image/png' | 'image/webp'
  content: Buffer
  content_hash: string
  updated_at: Ms
}

declare module '../../platform/tables.ts' {
  interface Tables {
    company_logo: CompanyLogoTable
  }
}
