// ASP.NET Core with EF Core, as a team would write the measured part of the service: the same routes, bodies, envelope,
// tokens and context headers. Settings: ConnectionStrings__Default, TokenSecret, Place__*.
using System.Text;
using Microsoft.AspNetCore.Authentication.JwtBearer;
using Microsoft.EntityFrameworkCore;
using Microsoft.IdentityModel.Tokens;
using Npgsql;
using Peer;

var builder = WebApplication.CreateBuilder(args);
builder.Logging.SetMinimumLevel(LogLevel.Warning);
var services = builder.Services;
services.AddSingleton(NpgsqlDataSource.Create(builder.Configuration.GetConnectionString("Default")!));
services.AddDbContextPool<PeerContext>((provider, options) =>
    options.UseNpgsql(provider.GetRequiredService<NpgsqlDataSource>()));
services.AddSingleton(builder.Configuration.GetRequiredSection("Place").Get<Place>()!);
services.AddMemoryCache();
services.ConfigureHttpJsonOptions(options => options.SerializerOptions.PropertyNamingPolicy = null);
services.ConfigureHttpJsonOptions(options => options.SerializerOptions.TypeInfoResolverChain.Insert(0, Wire.Default));
services.AddSignalR().AddJsonProtocol(options =>
{
    options.PayloadSerializerOptions.PropertyNamingPolicy = null;
    options.PayloadSerializerOptions.TypeInfoResolverChain.Insert(0, Wire.Default);
});
services.AddAuthorization();
services.AddAuthentication(JwtBearerDefaults.AuthenticationScheme).AddJwtBearer(options =>
{
    options.MapInboundClaims = false;
    options.TokenValidationParameters = new()
    {
        IssuerSigningKey = new SymmetricSecurityKey(Encoding.UTF8.GetBytes(builder.Configuration["TokenSecret"]!)),
        ValidateIssuer = false,
        ValidateAudience = false,
    };
});

var app = builder.Build();
await using (var scope = app.Services.CreateAsyncScope())
{
    var database = scope.ServiceProvider.GetRequiredService<PeerContext>().Database;
    await database.ExecuteSqlRawAsync(database.GenerateCreateScript());
}
app.UseAuthentication();
app.UseAuthorization();
app.MapGet("/health/ready", () => "ready");
RouteGroupBuilder Api(string prefix) => app.MapGroup($"{prefix}/api/v1").RequireAuthorization();
EntityFrameworkEndpoints.Map(Api(""));
CopyEndpoints.Map(Api(""), isLogged: false);
EntityFrameworkEndpoints.MapLogged(Api("/logged"));
CopyEndpoints.Map(Api("/logged"), isLogged: true);
BareEndpoints.Map(Api("/bare"));
PlainEndpoints.Map(Api("/plain"));
app.MapHub<NotificationHub>("/hubs/crud-notifications");
app.Run();
