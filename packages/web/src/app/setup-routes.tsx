import type { RouteObject } from 'react-router'

/** Routes of the pages whose address begins with `/setup/`; each page is loaded when it is opened. */
export const setupRoutes: RouteObject[] = [
  {
    path: '/setup/alarms',
    lazy: async () => ({ Component: (await import('../pages/setup-alarms/to-alarms.tsx')).ToAlarms }),
  },
  {
    path: '/setup/users',
    lazy: async () => ({ Component: (await import('../pages/setup-users/members-page.tsx')).MembersPage }),
  },
  {
    path: '/setup/users/new',
    lazy: async () => ({ Component: (await import('../pages/setup-users/new-member-page.tsx')).NewMemberPage }),
  },
  {
    path: '/setup/groups',
    lazy: async () => ({ Component: (await import('../pages/setup-groups/groups-page.tsx')).GroupsPage }),
  },
  {
    path: '/setup/parts',
    lazy: async () => ({ Component: (await import('../pages/setup-parts/parts-page.tsx')).PartsPage }),
  },
  {
    path: '/setup/c/:id',
    lazy: async () => ({ Component: (await import('../pages/setup-company/company-page.tsx')).CompanyPage }),
  },
  {
    path: '/setup/devices',
    lazy: async () => ({ Component: (await import('../pages/setup-devices/devices-page.tsx')).DevicesPage }),
  },
  {
    path: '/setup/devices/:uuid',
    lazy: async () => ({ Component: (await import('../pages/device/device-page.tsx')).DevicePage }),
  },
  {
    path: '/setup/tags',
    lazy: async () => ({ Component: (await import('../pages/setup-tags/tags-page.tsx')).TagsPage }),
  },
  {
    path: '/setup/reasons',
    lazy: async () => ({ Component: (await import('../pages/setup-reasons/reasons-page.tsx')).ReasonsPage }),
  },
  {
    path: '/setup/schedules',
    lazy: async () => ({ Component: (await import('../pages/setup-schedules/templates-page.tsx')).TemplatesPage }),
  },
  {
    path: '/setup/kiosks',
    lazy: async () => ({ Component: (await import('../pages/setup-kiosks/kiosks-page.tsx')).KiosksPage }),
  },
  {
    path: '/setup/keys',
    lazy: async () => ({ Component: (await import('../pages/setup-keys/keys-page.tsx')).KeysPage }),
  },
  {
    path: '/setup/webhooks',
    lazy: async () => ({ Component: (await import('../pages/setup-webhooks/webhooks-page.tsx')).WebhooksPage }),
  },
  {
    path: '/setup/audit',
    lazy: async () => ({ Component: (await import('../pages/setup-audit/audit-page.tsx')).AuditPage }),
  },
  {
    path: '/setup/mail',
    lazy: async () => ({ Component: (await import('../pages/setup-mail/mail-page.tsx')).MailPage }),
  },
  {
    path: '/setup/errors',
    lazy: async () => ({ Component: (await import('../pages/setup-errors/errors-page.tsx')).ErrorsPage }),
  },
]
