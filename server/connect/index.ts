export { personalOAuth } from './context.ts'
export { newLink } from './link.ts'
export { connectRoutes } from './routes.ts'
