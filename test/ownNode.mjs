// Says why nothing can run where the Node that the project brings is missing, before an older one fails on the first type.
if (!process.features.typescript) {
  console.error(
    `This is Node ${process.version}, not the one that the project brings: npm was told not to run install scripts.
Run "npm ci --no-ignore-scripts", then start again.`,
  );
  process.exitCode = 1;
}
