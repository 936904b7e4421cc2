export { isMediaType } from '../encoding/media-type.ts'
export { createFileShelf, type FileOwner, type FileShelf, type KeptFile, type NewFile, toFileOwner } from './shelf.ts'
export { withProgress } from './with-progress.ts'
