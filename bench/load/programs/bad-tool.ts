/** The conduct of a bad server at each call: nothing, more than anybody takes, or an error at once. */
export type Badness = 'silent' | 'flooding' | 'failing'

/** The one tool that it lists. */
export const badTool = {
  name: 'look',
  description: 'Looks',
  inputSchema: { type: 'object', properties: {} },
  annotations: { readOnlyHint: true },
}
