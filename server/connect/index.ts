export { personalOAuth } from './context.ts'
export { newLink } from './link.ts'
export { createRevoker, type Revoker } from './revoker.ts'
export { connectRoutes } from './routes.ts'
