// Allocates, doubles numbers on the device, reads them, and once more after the memory was freed.
const cuda = require(process.argv[3]);
function readFreed(memory) { return cuda.sum(memory); }
let bad = cuda.start();
const memory = cuda.allocate(1024);
bad |= cuda.launch(memory, require('fs').readFileSync(process.argv[2], 'ascii'));
for (let i = 0; i < 2000; i++) cuda.sum(memory);
console.log('bad ' + bad + ' sum ' + cuda.sum(memory));
cuda.release(memory);
console.log('freed ' + -readFreed(memory));
