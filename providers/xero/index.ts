export { default } from './overlay.ts'
