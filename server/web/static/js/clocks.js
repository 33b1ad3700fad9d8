/** What the clocks show between two events. */

/**
 * Milliseconds left by side: `{delay, reserve, absent}`. The delay is what the side to decide may
 * still spend before its reserve burns; `absent` counts the time to come back instead.
 */
export function clockOf(scene, side, now) {
  const face = scene.clock;
  if (!face) return null;
  const spent = Math.max(0, now - face.since);
  const decides = scene.decision?.side === side && !scene.result;
  const absence = face[`${side}_absence`] ?? 300000;
  if ((decides && face.stopped) || face.both_absent) {
    return { absent: true, reserve: Math.max(0, absence - spent), delay: 0, running: true };
  }
  if (!scene.conventions.clock) return null;
  if (!decides || face.stopped) return { absent: false, reserve: face[side], delay: 0, running: false };
  const delay = face.delay ?? 0;
  return {
    absent: false,
    delay: Math.max(0, delay - spent),
    reserve: Math.max(0, face[side] - Math.max(0, spent - delay)),
    running: true,
  };
}

/** `1:05`, and tenths in the last ten seconds. */
export function written(millis) {
  if (millis < 10000) return (millis / 1000).toFixed(1);
  const seconds = Math.ceil(millis / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

