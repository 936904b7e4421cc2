/*
 * Other people's texts, made fit to show on every surface: pages, console, command line, log. It imports nothing, as the console and
 * the command line, which know the gateway by its API alone, use it too.
 */
export { describeMarks } from './describe-marks.ts'
export { emojiOrHidden } from './hidden-characters.ts'
export { showJson, showJsonText, splitJson } from './split-json.ts'
export { joinPieces, type Layout, type ShownPiece, showText, splitText } from './split-text.ts'
