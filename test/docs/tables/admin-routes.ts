import { adminGroups, listRoles } from '../../../server/admin/index.ts'
import { markdownTable } from './markdown-table.ts'

/** The admin routes as they are declared, with the least role that each needs. */
export const routes = (): string =>
  markdownTable(
    ['about', 'route', 'what it does', 'role'],
    adminGroups.flatMap(({ name, routes }) =>
      routes.map((route, index) => [
        index === 0 ? name : '',
        `\`${route.method} ${route.path.replaceAll(/:(\w+)/g, '<$1>')}\``,
        route.summary,
        listRoles(route)
          .map((role) => `\`${role}\``)
          .join(', '),
      ]),
    ),
  )
