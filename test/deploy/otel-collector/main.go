// An OpenTelemetry collector of the project's own modules, as its builder makes one: OTLP in, a file out.
package main

import (
	"os"

	"github.com/open-telemetry/opentelemetry-collector-contrib/exporter/fileexporter"
	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/confmap"
	"go.opentelemetry.io/collector/confmap/provider/fileprovider"
	"go.opentelemetry.io/collector/exporter"
	"go.opentelemetry.io/collector/otelcol"
	"go.opentelemetry.io/collector/receiver"
	"go.opentelemetry.io/collector/receiver/otlpreceiver"
	"go.opentelemetry.io/collector/service/telemetry/otelconftelemetry"
)

func components() (otelcol.Factories, error) {
	receivers, err := otelcol.MakeFactoryMap[receiver.Factory](otlpreceiver.NewFactory())
	if err != nil {
		return otelcol.Factories{}, err
	}
	exporters, err := otelcol.MakeFactoryMap[exporter.Factory](fileexporter.NewFactory())
	return otelcol.Factories{Telemetry: otelconftelemetry.NewFactory(), Receivers: receivers, Exporters: exporters}, err
}

func main() {
	resolver := confmap.ResolverSettings{
		DefaultScheme:     "file",
		ProviderFactories: []confmap.ProviderFactory{fileprovider.NewFactory()},
	}
	settings := otelcol.CollectorSettings{
		BuildInfo:              component.BuildInfo{Command: "otelcol", Version: "0.165.0"},
		Factories:              components,
		ConfigProviderSettings: otelcol.ConfigProviderSettings{ResolverSettings: resolver},
	}
	if otelcol.NewCommand(settings).Execute() != nil {
		os.Exit(1)
	}
}
